import type { LeakFinding, LeakSource } from '../../engines/leak-sources/leak-source.ts';
import type { SourcesOfWorld } from '../leaks/index.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

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

/** The name that the sandbox's findings carry, and what is said of it. */
export const scenarioAttribution = {
  name: 'sandbox',
  attribution: { name: 'Sandbox scenario', url: null, licence: null },
};

/** What a sandbox's scenario tells of a domain; no packet is sent. What leaked once stays leaked, whatever scenario follows. */
function scenarioSource(scenario: Scenario): LeakSource {
  return {
    ...scenarioAttribution,
    async *find(domain) {
      for (const leak of leaks[scenario]) yield leak(domain);
    },
  };
}

/** The one source of sandboxes, whatever was asked: domains have the scenario of their sandbox. */
export const scenarioSources: SourcesOfWorld = async (operation) => [scenarioSource(await scenarioOf(operation, null))];
