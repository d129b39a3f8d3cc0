import type { LeakFinding, LeakSource } from '../../engines/leak-sources/leak-source.ts';
import type { Scenario } from './scenario.ts';

const credential = {
  type: 'leaked_credential',
  unnamedIdentities: 0,
  secretPresent: true,
  secretFormat: 'clear_text',
  malwareFamily: null,
  loginSite: null,
  isOwnMailbox: true,
  occurredAt: null,
  publishedAt: null,
} as const;

function oldCombolist(domain: string): LeakFinding {
  return {
    ...credential,
    kind: 'combolist',
    breachName: 'Sandbox combolist 2016',
    identity: `office@${domain}`,
    dataClasses: ['Email addresses', 'Passwords'],
    secretDigest: 'sandbox-1',
    occurredAt: '2016-05-01',
  };
}

function thirdPartyBreach(domain: string): LeakFinding {
  return {
    ...credential,
    kind: 'breach',
    breachName: 'Sandbox web shop',
    identity: `orders@${domain}`,
    dataClasses: ['Email addresses', 'Names', 'Passwords'],
    secretFormat: 'hashed',
    secretDigest: 'sandbox-2',
    occurredAt: '2021-03-14',
    publishedAt: '2021-04-02',
  };
}

function stealerLog(domain: string): LeakFinding {
  return {
    ...credential,
    kind: 'stealer_log',
    breachName: null,
    identity: `accounting@${domain}`,
    dataClasses: ['Email addresses', 'Passwords'],
    secretDigest: 'sandbox-3',
    malwareFamily: 'Sandbox stealer',
    loginSite: `mail.${domain}`,
  };
}

function ransomwareClaim(domain: string): LeakFinding {
  return {
    type: 'dark_web',
    kind: 'ransomware_claim',
    actor: 'Sandbox group',
    title: domain,
    excerpt: `All files of ${domain} will be published unless a ransom is paid.`,
    sourceUrl: 'https://leaks.example/sandbox',
    claimedAt: null,
    publishedAt: null,
    matchType: 'exact_domain',
    confidence: 1,
  };
}

const leaks: Record<Scenario, readonly ((domain: string) => LeakFinding)[]> = {
  clean: [],
  warnings: [oldCombolist, thirdPartyBreach],
  critical: [oldCombolist, thirdPartyBreach, stealerLog, ransomwareClaim],
};

/** What a sandbox's scenario tells of a domain; no packet is sent. What leaked once stays leaked, whatever scenario follows. */
export function sandboxSource(scenario: Scenario): LeakSource {
  return {
    name: 'sandbox',
    attribution: { name: 'Sandbox scenario', url: null, licence: null },
    async *find(domain) {
      for (const leak of leaks[scenario]) yield leak(domain);
    },
  };
}
