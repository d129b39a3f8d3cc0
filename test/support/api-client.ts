import { request } from 'undici';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  readonly body: any;
}

/** A billing module's view of the API: one portal domain, one key. */
export class ApiClient {
  readonly #url: string;
  readonly #portalDomain: string;
  readonly #apiKey: string | null;

  constructor(url: string, portalDomain: string, apiKey: string | null) {
    this.#url = url;
    this.#portalDomain = portalDomain;
    this.#apiKey = apiKey;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('POST', path, body, headers);
  }

  /** What is answered as a file. */
  async document(path: string, accept: string): Promise<Omit<ApiAnswer, 'body'> & { readonly bytes: Buffer }> {
    const { statusCode, headers, body } = await request(`${this.#url}${path}`, {
      headers: { host: this.#portalDomain, accept, authorization: `Bearer ${this.#apiKey}` },
    });
    return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
  }

  /** Sends a string body as it is, anything else as JSON. */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS' | 'TRACE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const response = await request(`${this.#url}${path}`, {
      method,
      headers: {
        host: this.#portalDomain,
        accept: 'application/json',
        ...(this.#apiKey === null ? {} : { authorization: `Bearer ${this.#apiKey}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.body.text();
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  }
}
