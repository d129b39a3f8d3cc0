import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AskDns, DnsAnswer, DnsQuestion, DnsType } from '../../common/dns-answer.ts';
import { type Pace, PacedKeys } from '../../common/paced-keys.ts';
import type { Clock } from '../clock.ts';
import { type DnsServer, exchangeByTcp, exchangeByUdp } from './dns-exchange.ts';
import { decodeAnswer, encodeQuestion, type ReadAnswer, readAnswer } from './dns-message.ts';

export interface DnsClientOptions {
  readonly clock: Clock;
  /** Whether a resolver's word counts that it validated (RFC 6840, 5.8): nobody may be able to change what comes from there. */
  readonly trusts: (resolver: string) => boolean;
  /** Whether packets may go to the address of a name server, which strangers chose. */
  readonly mayAsk: (address: string) => boolean;
  /** Of one attempt. Default: 2,000. */
  readonly timeoutMs?: number;
  /** Default: 200 a second, 64 at once. */
  readonly resolverPace?: Pace;
  /** Of name servers that are asked themselves. Default: 10 a second, 2 at once. */
  readonly serverPace?: Pace;
  /** Of name servers that are asked themselves. Default: 53. */
  readonly serverPort?: number;
}

const defaultTimeoutMs = 2_000;
const defaultResolverPace: Pace = { perSecond: 200, atOnce: 64 };
const defaultServerPace: Pace = { perSecond: 10, atOnce: 2 };
const dnsPort = 53;
const maxKeptAnswers = 50_000;
/** What is kept longer is not seen to change. */
const longestKeptSeconds = 3_600;
/** What a server that has just failed is spared (RFC 9520). */
const failureKeptSeconds = 5;

/**
 * Asks resolvers and name servers, many questions at once and each server at its pace. Every question has an id and a port at random, what does not
 * fit it is dropped, what is cut comes by TCP, and an attempt that failed is repeated once, without EDNS. Answers are kept as long as
 * they say, an hour at most.
 */
export class DnsClient {
  readonly #options: DnsClientOptions;
  readonly #resolvers: PacedKeys;
  readonly #servers: PacedKeys;
  readonly #kept = new LRUCache<string, Promise<DnsAnswer>>({ max: maxKeptAnswers });

  constructor(options: DnsClientOptions) {
    this.#options = options;
    this.#resolvers = new PacedKeys(options.resolverPace ?? defaultResolverPace);
    this.#servers = new PacedKeys(options.serverPace ?? defaultServerPace);
  }

  /** @param resolver `address` or `address:port`, as DNS_SERVERS has them */
  through(resolver: string): AskDns {
    return <Type extends DnsType>(question: DnsQuestion<Type>) => this.#ask(resolver, question);
  }

  #ask<Type extends DnsType>(resolver: string, question: DnsQuestion<Type>): Promise<DnsAnswer<Type>> {
    const server = question.at ?? resolver;
    const { name, type, checkingDisabled = false, at } = question;
    const key = [server, at === undefined, type, checkingDisabled, name].join(' ');
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept as unknown as Promise<DnsAnswer<Type>>;
    const answer = this.#fetch(server, question).then(({ lifetimeSeconds, ...fetched }) => {
      const ttl = 1_000 * Math.min(longestKeptSeconds, lifetimeSeconds || failureKeptSeconds);
      this.#kept.set(key, Promise.resolve(fetched) as unknown as Promise<DnsAnswer>, { ttl });
      return fetched;
    });
    // Who asks the same meanwhile waits for the same answer.
    this.#kept.set(key, answer as unknown as Promise<DnsAnswer>);
    return answer;
  }

  async #fetch<Type extends DnsType>(server: string, question: DnsQuestion<Type>) {
    const { clock, trusts } = this.#options;
    const { isMarkedValid, ...read } = await this.#read(server, question);
    const isValidated = isMarkedValid && question.at === undefined && trusts(server);
    return { question, server, at: clock.now(), isValidated, ...read };
  }

  async #read<Type extends DnsType>(server: string, question: DnsQuestion<Type>): Promise<ReadAnswer<Type>> {
    if (!isAskable(question.name)) return { ...silence, outcome: 'no_name' };
    if (question.at !== undefined && !this.#options.mayAsk(question.at)) return silence;
    const paced = question.at === undefined ? this.#resolvers : this.#servers;
    const target =
      question.at === undefined ? parseServer(server) : { address: server, port: this.#options.serverPort ?? dnsPort };
    for (const extended of [true, false]) {
      const answer = await paced.run(server, () => this.#attempt(target, question, extended));
      // The oldest servers answer EDNS by an error.
      if (answer !== null && !(extended && oldErrors.has(answer.rcode))) return readAnswer(answer, question.type);
    }
    return silence;
  }

  /** @returns null: there was no answer */
  async #attempt(server: DnsServer, question: DnsQuestion, extended: boolean) {
    const id = randomInt(0x1_0000);
    const message = encodeQuestion(question, id, extended);
    const fit = (answer: Buffer) => decodeAnswer(answer, question, id);
    const timeout = () => AbortSignal.timeout(this.#options.timeoutMs ?? defaultTimeoutMs);
    try {
      const answer = await exchangeByUdp(server, message, fit, timeout());
      return answer.flag_tc ? await exchangeByTcp(server, message, fit, timeout()) : answer;
    } catch {
      return null;
    }
  }
}

const silence = {
  outcome: 'silent',
  records: [],
  isAlias: false,
  zone: null,
  isAuthoritative: false,
  isMarkedValid: false,
  extendedError: null,
  lifetimeSeconds: 0,
} as const;
const oldErrors: ReadonlySet<string> = new Set(['FORMERR', 'NOTIMP', 'BADVERS']);

/** Whether there can be such a name (RFC 1035, 2.3.4). */
function isAskable(name: string): boolean {
  if (name === '') return true;
  return (
    Buffer.byteLength(name) <= 253 && name.split('.').every((label) => label !== '' && Buffer.byteLength(label) <= 63)
  );
}

function parseServer(text: string): DnsServer {
  const [, bracketed, port] = /^\[([^\]]+)\](?::(\d+))?$/.exec(text) ?? /^([\d.]+)(?::(\d+))?$/.exec(text) ?? [];
  return { address: bracketed ?? text, port: Number(port ?? dnsPort) };
}
