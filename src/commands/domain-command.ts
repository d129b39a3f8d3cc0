import { randomBytes } from 'node:crypto';
import { getServers } from 'node:dns';
import type { Command } from 'commander';
import { OperatorError } from '../core/operation/operator-error.ts';
import { normaliseDomain } from '../engines/domain-names/normalise-domain.ts';
import { agreeVerdicts } from '../engines/domain-posture/agree-verdicts.ts';
import type { LookedAtDomain } from '../engines/domain-posture/domain-look.ts';
import { type CheckVerdict, type Evidence, judgePosture } from '../engines/domain-posture/judge-posture.ts';
import type { Config } from '../installation/config.ts';
import { version } from '../installation/version.ts';
import { explainRemarks, recordLine } from '../monitoring/domain-posture/explain-check.ts';
import { fetchPolicy } from '../monitoring/domain-posture/fetch-policy.ts';
import { maxRdapBytes, RdapClient } from '../monitoring/domain-posture/rdap-client.ts';
import { systemClock } from '../platform/clock.ts';
import { DnsClient } from '../platform/dns/dns-client.ts';
import { OutboundClient } from '../platform/http/outbound/outbound-client.ts';
import { createResolver } from '../service/start-domain-monitoring.ts';
import { outboundRules } from '../wiring/scan-policy.ts';
import { table } from './output.ts';
import { contextOf } from './run-command.ts';

interface DomainOptions {
  readonly selectors: string;
  readonly mail?: string;
}

/** What can be seen of a domain by everybody, and what is wrong with it. */
export function defineDomain(domainCommand: Command): void {
  domainCommand
    .description(
      'look at what everybody can see of a domain (mail, DNSSEC, name servers, certificate authorities, registration), and say what to change; nothing of it is kept',
    )
    .argument('<name>', 'such as example.com')
    .option('--selectors <selectors>', 'DKIM selectors that it uses, separated by commas', '')
    .option('--mail <answer>', 'yes or no: whether it takes and sends mail, whatever its MX says')
    .action(async (name: string, options: DomainOptions, command: Command) => {
      const domain = domainAsked(name, options);
      const { config, output } = contextOf(command);
      const resolvers = resolversOf(config);
      const verdicts = await lookAt(domain, resolvers, config);
      const checks = verdicts.map(shownCheck);
      output.result(
        {
          domain: domain.name,
          resolvers,
          complete: verdicts.every(({ isComplete }) => isComplete),
          checks,
        },
        [`${domain.name}, asked of ${resolvers.join(' and ')}.`, checkTable(checks), ...checks.flatMap(details)].join(
          '\n\n',
        ),
      );
    });
}

/** Two that agree are worth more than one; more than two say nothing new. */
const askedResolvers = 2;

/** @throws OperatorError: there is nobody who may be asked */
function resolversOf({ evaluation, dnsServers }: Config): readonly string[] {
  if (evaluation)
    throw new OperatorError(
      'In evaluation mode nobody outside of this machine is asked: name your resolvers in DNS_SERVERS.',
    );
  const resolvers = (dnsServers ?? getServers()).slice(0, askedResolvers);
  if (resolvers.length === 0) throw new OperatorError('This machine has no resolver: name one in DNS_SERVERS.');
  return resolvers;
}

/** @throws OperatorError */
function domainAsked(text: string, { selectors, mail }: DomainOptions): LookedAtDomain {
  const normalised = normaliseDomain(text);
  if ('problem' in normalised) throw new OperatorError(`"${text}" ${normalised.problem}.`);
  if (mail !== undefined && mail !== 'yes' && mail !== 'no') throw new OperatorError('--mail must be yes or no.');
  const dkimSelectors = selectors
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return { name: normalised.domain, dkimSelectors, expectsMail: mail === undefined ? null : mail === 'yes' };
}

async function lookAt(
  domain: LookedAtDomain,
  resolvers: readonly string[],
  config: Config,
): Promise<readonly CheckVerdict[]> {
  const client = createClient(config);
  const outbound = new OutboundClient({
    rules: outboundRules(config),
    resolver: createResolver(config),
    userAgent: `breakwater/${version}`,
    maxAnswerBytes: maxRdapBytes,
  });
  const rdap = new RdapClient({ client: outbound, clock: systemClock });
  const once = {
    fetchPolicy: askOnce((name) => fetchPolicy(outbound, systemClock, name)),
    askRegistration: askOnce((name) => rdap.ask(name)),
  };
  const randomLabel = () => `x${randomBytes(8).toString('hex')}`;
  try {
    const looks = await Promise.all(
      resolvers.map((resolver) => judgePosture({ ask: client.through(resolver), ...once, randomLabel }, domain)),
    );
    return looks.reduce(agreeVerdicts);
  } finally {
    await outbound.close();
  }
}

function createClient(config: Config): DnsClient {
  const { judge } = outboundRules(config);
  return new DnsClient({
    clock: systemClock,
    // Those of the configuration are the operator's own; others are reached through networks that could change what they say.
    trusts: (resolver) => config.dnsServers !== null || /^(?:127\.|\[?::1\]?(?::|$))/.test(resolver),
    mayAsk: (address) => judge(address) !== 'denied',
  });
}

/** Hosts of policies and registries get one request, however many resolvers there are. */
function askOnce<Answer>(ask: (name: string) => Promise<Answer>): (name: string) => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return (name) => {
    answer ??= ask(name);
    return answer;
  };
}

interface ShownCheck {
  readonly check: string;
  readonly state: string;
  readonly severity: string | null;
  readonly found: readonly string[];
  readonly should_be: string | null;
  readonly explanation: string;
  readonly evidence: readonly unknown[];
}

function shownCheck({ check, state, severity, remarks, found, shouldBe, evidence }: CheckVerdict): ShownCheck {
  return {
    check,
    state,
    severity,
    found,
    should_be: shouldBe === null ? null : recordLine(shouldBe),
    explanation: explainRemarks(remarks),
    evidence: evidence.map(shownEvidence),
  };
}

function shownEvidence(evidence: Evidence) {
  const { outcome, at } = evidence;
  const asked =
    'url' in evidence
      ? { url: evidence.url }
      : { name: evidence.question.name, type: evidence.question.type, server: evidence.server };
  return { ...asked, at: at.toISOString(), outcome };
}

function checkTable(checks: readonly ShownCheck[]): string {
  return table(
    ['check', 'state', 'severity'],
    checks.map(({ check, state, severity }) => [check, state, severity ?? '']),
  );
}

function details({ check, state, found, should_be, explanation }: ShownCheck): string[] {
  const lines = [
    `${check}: ${explanation}`,
    ...found.map((record) => `  found:     ${record}`),
    ...(should_be === null ? [] : [`  should be: ${should_be}`]),
  ];
  return state === 'ok' ? [] : [lines.join('\n')];
}
