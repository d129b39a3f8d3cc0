import { request } from 'undici';
import { eventually } from './eventually.ts';
import type { TestService } from './test-service.ts';

type Changed = Readonly<Record<string, readonly string[] | null>>;

/** A tab that is told of changes: what it was told, in order. */
export class TestLiveStream {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `hello` and `end`, too. */
  readonly events: { readonly event: string; readonly data: unknown }[] = [];
  /** Whole text as it came. */
  text = '';
  isOver = false;
  readonly #abort: AbortController;

  private constructor(headers: TestLiveStream['headers'], body: AsyncIterable<Uint8Array>, abort: AbortController) {
    this.headers = headers;
    this.#abort = abort;
    void this.#read(body);
  }

  static async open(
    service: TestService,
    portalDomain: string,
    cookie: string | undefined,
    headers: Record<string, string> = {},
  ): Promise<TestLiveStream | { readonly status: number; readonly headers: TestLiveStream['headers'] }> {
    const abort = new AbortController();
    const response = await request(`${service.url}/portal/stream`, {
      signal: abort.signal,
      headers: { host: portalDomain, ...(cookie === undefined ? {} : { cookie }), ...headers },
    });
    if (response.statusCode === 200) return new TestLiveStream(response.headers, response.body, abort);
    await response.body.dump();
    return { status: response.statusCode, headers: response.headers };
  }

  get told(): readonly Changed[] {
    return this.events.filter(({ event }) => event === 'changed').map(({ data }) => data as Changed);
  }

  /** Waits until it was told so much, among whatever else. */
  async isTold(what: string, condition: (told: readonly Changed[]) => boolean): Promise<void> {
    await eventually(`the page is told of ${what}`, async () => condition(this.told)).catch((error: Error) => {
      throw new Error(`${error.message}; it was told ${JSON.stringify(this.told)}`);
    });
  }

  /** Waits until it was told that this has changed; without an id, that any of it may have. */
  async toldOf(topic: string, id?: string): Promise<void> {
    await this.isTold(topic, (told) =>
      told.some((changed) => (id === undefined ? changed[topic] === null : changed[topic]?.includes(id))),
    );
  }

  /** Why it ended. */
  async end(): Promise<unknown> {
    await eventually('the stream ends', async () => this.isOver);
    return this.events.find(({ event }) => event === 'end')?.data;
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    let unread = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        const text = decoder.decode(chunk, { stream: true });
        this.text += text;
        unread += text;
        for (let at = unread.indexOf('\n\n'); at !== -1; at = unread.indexOf('\n\n')) {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(unread.slice(0, at)) ?? [];
          if (event && data) this.events.push({ event, data: JSON.parse(data) });
          unread = unread.slice(at + 2);
        }
      }
    } catch {
      // Closed by this side, or lost.
    }
    this.isOver = true;
  }
}
