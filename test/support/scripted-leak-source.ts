import {
  type DarkWebMention,
  type LeakedCredential,
  type LeakFinding,
  type LeakSource,
  LeakSourceError,
  type LeakSourceFailure,
} from '../../src/engines/leak-sources/leak-source.ts';

type Answer = readonly LeakFinding[] | LeakSourceFailure | 'silence' | 'nonsense';

/** A source that says what tests tell it to. */
export class ScriptedLeakSource implements LeakSource {
  readonly name: string;
  readonly attribution;
  /** Domains that it was asked for, in order. */
  readonly asked: string[] = [];
  readonly #answers = new Map<string, Answer>();

  constructor(name: string) {
    this.name = name;
    this.attribution = { name: `The ${name} service`, url: `https://${name}.example`, licence: 'CC BY 4.0' };
  }

  /** What it answers about a domain from now on; about others it knows nothing. */
  knows(domain: string, answer: Answer): void {
    this.#answers.set(domain, answer);
  }

  async *find(domain: string, signal: AbortSignal): AsyncIterable<LeakFinding> {
    this.asked.push(domain);
    const answer = this.#answers.get(domain) ?? [];
    if (answer === 'silence')
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    else if (answer === 'nonsense') yield { type: 'rumour' } as unknown as LeakFinding;
    else if (typeof answer === 'string') throw new LeakSourceError(this.name, answer, 'as the test wants it');
    else yield* answer;
  }
}

/** A leaked credential of an own mailbox with a hashed secret, unless said otherwise. */
export function leakedCredential(identity: string | null, more: Partial<LeakedCredential> = {}): LeakedCredential {
  return {
    type: 'leaked_credential',
    kind: 'breach',
    breachName: 'Web Shop 2025',
    identity,
    unnamedIdentities: identity === null ? 1 : 0,
    dataClasses: ['Email addresses', 'Passwords'],
    secretPresent: true,
    secretFormat: 'hashed',
    secretDigest: identity === null ? null : 'd1',
    malwareFamily: null,
    loginSite: null,
    isOwnMailbox: true,
    occurredAt: null,
    publishedAt: null,
    ...more,
  };
}

/** A ransomware claim that names the domain, unless said otherwise. */
export function mention(title: string, more: Partial<DarkWebMention> = {}): DarkWebMention {
  return {
    type: 'dark_web',
    kind: 'ransomware_claim',
    actor: 'LockBit',
    title,
    excerpt: null,
    sourceUrl: 'https://leaks.example/post',
    claimedAt: '2026-01-02',
    publishedAt: null,
    matchType: 'exact_domain',
    confidence: 1,
    ...more,
  };
}
