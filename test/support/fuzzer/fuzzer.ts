import { Agent, request } from 'undici';
import { ApiDocument, type DescribedOperation, type Json } from '../api-document.ts';
import type { WatchedServer } from '../watched-server.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { hostileBody, hostileTexts } from './hostile-values.ts';
import { Random } from './random.ts';
import { RequestValues, type SeenIds } from './request-values.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** CPU time, in milliseconds, that the event loop may be busy without a break. */
  readonly longestStretchMs: number;
  /** Told every thousand requests. */
  readonly onProgress?: (done: number) => void;
}

export interface FuzzReport {
  /** What was wrong, each with the request's number and a command line that shows it; at most `maxFailures` are kept. */
  readonly failures: readonly string[];
  readonly failureCount: number;
  readonly answersByStatus: ReadonlyMap<number, number>;
  /** Operations that answered with success at least once. */
  readonly succeeded: ReadonlySet<string>;
  readonly operations: readonly string[];
  /** The longest stretch of the event loop without a break, in CPU milliseconds. */
  readonly longestStretchMs: number;
}

type CallerKind = 'key' | 'administrator' | 'customer' | 'nobody';

interface FuzzRequest {
  readonly operation: DescribedOperation;
  readonly caller: CallerKind;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

interface FuzzAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

const maxFailures = 40;
const renewEvery = 200;
const answerTimeoutMs = 60_000;
const internals = /node_modules|at \w+ \(|SELECT |INSERT INTO|violates|syntax error|ECONN|\.ts:\d+/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids that answers named, and a partner's that are not ours to see. */
class Ids implements SeenIds {
  /** The account's world that is asked about now: what is there is mostly asked for there. */
  world: 'live' | 'sandbox' = 'live';
  readonly #byKind = new Map<string, string[]>();
  readonly #foreign: readonly string[];
  readonly #kept: ReadonlySet<string>;

  /** @param kept what the fuzzer must not lose, and therefore never names */
  constructor(foreign: readonly string[], kept: readonly string[]) {
    this.#foreign = foreign;
    this.#kept = new Set(kept);
  }

  add(kind: string, id: string): void {
    if (this.#kept.has(id)) return;
    const key = `${this.world} ${kind}`;
    const ids = this.#byKind.get(key) ?? [];
    if (ids.length < 200) ids.push(id);
    else ids[id.charCodeAt(0) % 200] = id;
    this.#byKind.set(key, ids);
  }

  pick(random: Random, kind: string): string {
    const known = this.#byKind.get(`${this.world} ${kind}`) ?? [];
    const draw = random.below(100);
    if (draw < 80 && known.length > 0) return random.pick(known);
    if (draw < 85) return random.pick([...this.#byKind.values()].flat().concat('none'));
    if (draw < 90) return random.pick(this.#foreign);
    if (draw < 95) return 'ffffffff-ffff-4fff-bfff-ffffffffffff';
    return random.pick(hostileTexts);
  }
}

/**
 * Sends requests to every operation of the API document, made from its schemas, by every kind of caller, with ids from earlier
 * answers and of a partner whom none of the callers may know. Reports every answer of 5xx, every answer that the document does
 * not describe, every id of the other partner and every word of our insides in an answer, and every stretch of the event loop
 * that is too long.
 */
export async function fuzz(server: WatchedServer, world: FuzzWorld, options: FuzzOptions): Promise<FuzzReport> {
  return new Fuzzer(server, world, options).run();
}

class Fuzzer {
  readonly #server: WatchedServer;
  readonly #world: FuzzWorld;
  readonly #options: FuzzOptions;
  readonly #random: Random;
  readonly #document: ApiDocument;
  readonly #ids: Ids;
  readonly #values: RequestValues;
  readonly #agent = new Agent({ pipelining: 1, headersTimeout: answerTimeoutMs, bodyTimeout: answerTimeoutMs });
  readonly #failures: string[] = [];
  #failureCount = 0;
  #unanswered = 0;
  readonly #statuses = new Map<number, number>();
  readonly #succeeded = new Set<string>();
  #stretchesSeen: number;
  #longestStretchMs = 0;

  constructor(server: WatchedServer, world: FuzzWorld, options: FuzzOptions) {
    this.#server = server;
    this.#world = world;
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#document = new ApiDocument(world.document);
    this.#ids = new Ids(world.foreignIds, world.credentialIds);
    this.#values = new RequestValues(world.document, this.#random, this.#ids);
    this.#stretchesSeen = server.stretches.length;
    for (const { isSandbox, collection, body } of world.ownThings) {
      this.#ids.world = isSandbox ? 'sandbox' : 'live';
      this.#harvest(collection, body);
    }
  }

  async run(): Promise<FuzzReport> {
    for (let number = 1; number <= this.#options.requests; number += 1) {
      if (number % renewEvery === 1) await this.#world.renew();
      if (number % 1_000 === 0) this.#options.onProgress?.(number);
      const made = this.#request();
      const answer = await this.#send(made);
      if (!this.#server.isAlive) {
        this.#fail(number, made, 'the server is gone');
        break;
      }
      if (answer !== null) this.#judge(number, made, answer);
      this.#judgeStretches(number, made);
    }
    await this.#agent.close();
    return {
      failures: this.#failures,
      failureCount: this.#failureCount,
      answersByStatus: this.#statuses,
      succeeded: this.#succeeded,
      operations: this.#document.operations.map(({ name }) => name),
      longestStretchMs: this.#longestStretchMs,
    };
  }

  #request(): FuzzRequest {
    const random = this.#random;
    const drawn = random.pick(this.#document.operations);
    // An empty sandbox is soon reached: it shall be rare.
    const again = drawn.path.endsWith('/sandbox/reset') && random.chance(0.95);
    const operation = again ? random.pick(this.#document.operations) : drawn;
    // One request in three is as it should be, but for its ids: otherwise nothing would ever be there to be found.
    const hostility = random.pick([0, 0.02, 0.25]);
    const caller = this.#caller(operation);
    // Only the sandbox has alerts: nothing is scanned.
    const asksSandbox = caller !== 'customer' && random.chance(operation.path.includes('/alerts') ? 0.7 : 0.3);
    this.#ids.world = asksSandbox || operation.path.includes('/sandbox/') ? 'sandbox' : 'live';
    const query = this.#query(operation, hostility);
    const body = this.#body(operation, hostility);
    return {
      operation,
      caller,
      method: random.chance(0.01) ? random.pick(['PATCH', 'OPTIONS', 'DELETE', 'POST', 'PUT']) : operation.method,
      url: `${this.#path(operation, hostility)}${query}`,
      headers: {
        ...this.#headers(caller, operation, body),
        ...(asksSandbox
          ? { 'x-service-sandbox': random.chance(0.95) ? 'true' : random.pick(['1', 'x', 'false']) }
          : {}),
      },
      body,
    };
  }

  #caller({ operation }: DescribedOperation): CallerKind {
    const random = this.#random;
    if (random.chance(0.15)) return random.pick(['key', 'administrator', 'customer', 'nobody']);
    const schemes = (operation.security ?? []).flatMap((each: object) => Object.keys(each));
    if (schemes.includes('apiKey')) return random.pick(['key', 'key', 'key', 'administrator', 'customer']);
    return schemes.length > 0 ? 'administrator' : random.pick(['nobody', 'administrator', 'customer', 'key']);
  }

  #path(operation: DescribedOperation, hostility: number): string {
    const parameters: Json[] = operation.operation.parameters ?? [];
    return parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((path: string, parameter) => {
        const value = this.#values.ofParameter(operation, parameter, hostility);
        return path.replace(`{${parameter.name}}`, encode(value.slice(0, 9_000)));
      }, operation.path);
  }

  #query(operation: DescribedOperation, hostility: number): string {
    const random = this.#random;
    const parameters: Json[] = (operation.operation.parameters ?? []).filter(
      ({ in: place }: Json) => place === 'query',
    );
    const pairs = parameters
      .filter((parameter) => random.chance(parameter.required ? 0.98 : 0.4))
      .flatMap((parameter) => {
        const pair = () => `${parameter.name}=${encode(this.#values.ofParameter(operation, parameter, hostility))}`;
        if (random.chance(0.02)) return [pair(), pair()];
        return random.chance(0.01) ? [`${parameter.name}[]=1`, `${parameter.name}[x]=1`] : [pair()];
      });
    if (random.chance(0.02))
      pairs.push(random.pick(['%', '%zz=%ff', '=', '&&&', 'a=%00', '__proto__[x]=1', 'x=1;y=2']));
    const text = pairs.join('&');
    return text === '' ? '' : `?${text.slice(0, 12_000)}`;
  }

  #body({ method, operation }: DescribedOperation, hostility: number): string | Buffer | null {
    const random = this.#random;
    const schema = operation.requestBody?.content['application/json'].schema;
    if (!schema) return method === 'GET' || random.chance(0.9) ? null : '{"unknown":1}';
    const valid = JSON.stringify(this.#values.of(schema, 'body', 0) ?? {});
    if (random.chance(0.04)) return hostileBody(random, valid);
    return hostility === 0 ? valid : (JSON.stringify(this.#values.of(schema, 'body', hostility)) ?? '');
  }

  #headers(caller: CallerKind, { method }: DescribedOperation, body: string | Buffer | null): Record<string, string> {
    const random = this.#random;
    const headers: Record<string, string> = {
      host: this.#world.portalDomain,
      // Every visitor comes from somewhere else, so that nobody's limits stop the fuzzer.
      'x-forwarded-for': `203.0.${random.below(256)}.${random.below(256)}`,
      ...this.#world.credentials(caller),
    };
    if (body !== null) headers['content-type'] = 'application/json';
    if (method !== 'GET' && random.chance(0.05))
      headers['idempotency-key'] = random.pick(['a', 'b', 'x'.repeat(256), 'ÿ']);
    if (random.chance(0.05)) Object.assign(headers, random.pick(strangeHeaders));
    return headers;
  }

  /** @returns null when the connection ended without an answer, as it may where a body is refused while it is sent */
  async #send({ method, url, headers, body }: FuzzRequest): Promise<FuzzAnswer | null> {
    try {
      const response = await request(`${this.#server.url}${url}`, { dispatcher: this.#agent, method, headers, body });
      return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
    } catch (error) {
      this.#unanswered += 1;
      if (this.#unanswered > this.#options.requests / 20) throw error;
      return null;
    }
  }

  #judge(number: number, made: FuzzRequest, { status, headers, text }: FuzzAnswer): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status >= 500) this.#fail(number, made, `answered ${status}: ${text.slice(0, 300)}`);
    if ('x-powered-by' in headers || 'server' in headers) this.#fail(number, made, 'a header names our software');
    if (internals.test(text) && !/\/openapi/.test(made.url))
      this.#fail(number, made, `tells internals: ${text.slice(0, 300)}`);
    const leaked = this.#world.foreignWords.find((word) => text.includes(word));
    if (leaked !== undefined) this.#fail(number, made, `names ${leaked}, which is another partner's`);
    const body = parsed(text, headers);
    const path = made.url.split('?', 1)[0]!;
    const reached = this.#document.operationAt(made.method, path.replace(/(?<=.)\/$/, ''));
    // A head that is too large, a path that is no text once it is decoded, and a host or protocol that is none are refused before
    // anybody knows what is asked for.
    const namesHost =
      made.headers.host !== this.#world.portalDomain ||
      /x-forwarded-(host|proto)/.test(Object.keys(made.headers).join());
    if (reached === undefined || status === 431 || (status === 400 && namesHost) || !isDecodable(path)) return;
    const violations = this.#document.violations(reached.name, { status, headers, body });
    if (violations.length > 0)
      this.#fail(number, made, `${status}: ${violations.slice(0, 3).join('; ')}: ${text.slice(0, 200)}`);
    if (status < 300) {
      this.#succeeded.add(reached.name);
      this.#harvest(collectionName(path), body);
    }
  }

  /** Remembers the ids in an answer by the names that they have there. */
  #harvest(collection: string, value: unknown): void {
    if (Array.isArray(value)) for (const each of value.slice(0, 20)) this.#harvest(collection, each);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
    for (const [name, entry] of Object.entries(value)) {
      if (typeof entry === 'string' && uuidPattern.test(entry)) this.#ids.add(kindOf(name, collection), entry);
      else if (typeof entry === 'string' && /cursor/.test(name)) this.#ids.add('cursor', entry);
      else this.#harvest(/^(meta|details|links|data)$/.test(name) || !/s$/.test(name) ? collection : name, entry);
    }
  }

  #judgeStretches(number: number, made: FuzzRequest): void {
    const stretches = this.#server.stretches;
    const longest = Math.max(0, ...stretches.slice(this.#stretchesSeen).map(({ cpuMs }) => cpuMs));
    this.#stretchesSeen = stretches.length;
    this.#longestStretchMs = Math.max(this.#longestStretchMs, longest);
    if (longest > this.#options.longestStretchMs)
      this.#fail(number, made, `kept the event loop for ${Math.round(longest)} ms of CPU time`);
  }

  #fail(number: number, made: FuzzRequest, reason: string): void {
    this.#failureCount += 1;
    if (this.#failures.length >= maxFailures) return;
    const where = `seed ${this.#options.seed}, request ${number}, ${made.operation.name}, by ${made.caller}`;
    this.#failures.push(`${where}: ${reason}\n  ${commandLine(this.#server.url, made)}`);
  }
}

const strangeHeaders: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html' },
  { accept: 'x'.repeat(4_000) },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { host: 'evil.example' },
  { host: `${'a.'.repeat(200)}example` },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-for': 'nonsense, ::1, 1.2.3.4' },
  { 'x-request-id': '\u007f'.repeat(10) },
  { 'if-none-match': '*' },
  { range: 'bytes=0-1' },
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'x'.repeat(8_000)}` },
  { authorization: 'Basic YTpi' },
  { cookie: `session=${'x'.repeat(4_000)}` },
  { 'user-agent': '\u00ff'.repeat(500) },
];

/** As a query carries it; a lone surrogate has no encoding, so its three bytes stand for themselves. */
function encode(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : [...text].map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80')).join('');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string, headers: FuzzAnswer['headers']): unknown {
  if (!String(headers['content-type']).includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `endpoints` of `/api/v1/endpoints/…`; of provisioning calls, what they are about. */
function collectionName(path: string): string {
  const [, , , first = '', second = ''] = path.split('/');
  if (first === 'domain-monitoring' || first === 'notifications') return second;
  if (first === 'billing' || first === 'provisioning') return second.endsWith('-domain') ? 'domains' : 'endpoints';
  return first;
}

function kindOf(name: string, collection: string): string {
  if (name === 'id') return collection;
  if (name === 'monitored_domain_id' || name === 'domain_id') return 'domains';
  return name.endsWith('_id') ? `${name.slice(0, -3)}s` : collection;
}

function commandLine(origin: string, { method, url, headers, body }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const shown = body === null ? null : body.toString();
  const parts = [
    `curl -X ${method} ${quoted(`${origin}${url}`.slice(0, 1_000))}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`.slice(0, 200))}`),
    ...(shown === null ? [] : [`--data-binary ${quoted(shown.slice(0, 600))}`]),
    ...(shown !== null && shown.length > 600 ? [`# of ${shown.length} characters`] : []),
  ];
  return parts.join(' ');
}
