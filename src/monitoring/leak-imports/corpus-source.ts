import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { CredentialLeakKind, LeakedCredential, LeakSource } from '../../engines/leak-sources/leak-source.ts';
import { publishedLeaks } from '../leaks/index.ts';
import { type CorpusCredential, type CorpusLeak, hasLeaks, lookUpDomain } from './look-up.ts';

const credentialData = ['Email addresses', 'Passwords'];
const mailData = ['Email addresses'];
const loginData = ['Usernames', 'Passwords'];

/**
 * The local corpus as a source of leaks. Logins that are no mail addresses are told as a number per leak and login site: the corpus
 * does not keep them.
 */
export function createCorpusSource(db: CrossPartnerDatabase): LeakSource {
  return {
    name: 'local_corpus',
    attribution: { name: publishedLeaks, url: null, licence: null },
    couldFind: () => hasLeaks(db),
    find: (domain, signal) => find(db, domain, signal),
  };
}

async function* find(db: CrossPartnerDatabase, domain: string, signal: AbortSignal): AsyncGenerator<LeakedCredential> {
  const unnamed = new Map<string, UnnamedLogins>();
  for await (const credential of lookUpDomain(db, domain)) {
    signal.throwIfAborted();
    if (credential.mailAddress !== null) yield toFinding(credential);
    else countUnnamed(unnamed, credential);
  }
  for (const { leak, site, logins } of unnamed.values()) {
    yield {
      ...commonFields(leak),
      identity: null,
      unnamedIdentities: logins.size,
      dataClasses: loginData,
      secretPresent: true,
      secretFormat: 'unknown',
      secretDigest: null,
      loginSite: site,
      isOwnMailbox: false,
    };
  }
}

function toFinding(credential: CorpusCredential): LeakedCredential {
  return {
    ...commonFields(credential.leak),
    identity: credential.mailAddress,
    unnamedIdentities: 0,
    dataClasses: credential.secretFormat === null ? mailData : credentialData,
    secretPresent: credential.secretFormat !== null,
    secretFormat: credential.secretFormat,
    secretDigest: credential.secretDigest,
    loginSite: credential.site,
    isOwnMailbox: credential.isOwnMailbox,
  };
}

function commonFields({ breachName, occurredOn, kind }: CorpusLeak) {
  return {
    type: 'leaked_credential',
    kind: kind satisfies CredentialLeakKind,
    breachName,
    malwareFamily: null,
    occurredAt: occurredOn,
    publishedAt: null,
  } as const;
}

interface UnnamedLogins {
  readonly leak: CorpusLeak;
  readonly site: string | null;
  readonly logins: Set<string>;
}

function countUnnamed(unnamed: Map<string, UnnamedLogins>, { leak, site, loginDigest }: CorpusCredential): void {
  const key = `${leak.importId} ${site}`;
  const known = unnamed.get(key) ?? { leak, site, logins: new Set() };
  known.logins.add(loginDigest!);
  unnamed.set(key, known);
}
