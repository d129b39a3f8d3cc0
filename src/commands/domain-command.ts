import type { Command } from 'commander';
import { OperatorError } from '../core/operation/operator-error.ts';
import { normaliseDomain } from '../engines/domain-names/normalise-domain.ts';
import { type LookedAtDomain, noTemplate } from '../engines/domain-posture/domain-look.ts';
import type { CheckVerdict } from '../engines/domain-posture/judge-posture.ts';
import type { Config } from '../installation/config.ts';
import { explainRemarks, recordLine } from '../monitoring/domain-posture/explain-check.ts';
import { type KeptAnswer, keptAnswer } from '../monitoring/domain-posture/kept-check.ts';
import { systemClock } from '../platform/clock.ts';
import { english } from '../platform/messages/languages.ts';
import { messagesIn } from '../platform/messages/messages.ts';
import { createDomainLooker, resolversOf } from '../service/domain-looks.ts';
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
      const resolvers = resolversAsked(config);
      const verdicts = await lookAt(domain, config);
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

/** @throws OperatorError: there is nobody who may be asked */
function resolversAsked(config: Config): readonly string[] {
  if (config.evaluation)
    throw new OperatorError(
      'In evaluation mode nobody outside of this machine is asked: name your resolvers in DNS_SERVERS.',
    );
  const resolvers = resolversOf(config);
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
  return {
    name: normalised.domain,
    dkimSelectors,
    expectsMail: mail === undefined ? null : mail === 'yes',
    template: noTemplate,
  };
}

async function lookAt(domain: LookedAtDomain, config: Config): Promise<readonly CheckVerdict[]> {
  const looker = createDomainLooker(config, systemClock);
  try {
    return (await looker.look(domain, { registration: null })).verdicts;
  } finally {
    await looker.close();
  }
}

interface ShownCheck {
  readonly check: string;
  readonly state: string;
  readonly severity: string | null;
  readonly found: readonly string[];
  readonly should_be: string | null;
  readonly explanation: string;
  readonly evidence: readonly KeptAnswer[];
}

function shownCheck({ check, state, severity, remarks, found, shouldBe, evidence }: CheckVerdict): ShownCheck {
  return {
    check,
    state,
    severity,
    found,
    should_be: shouldBe === null ? null : recordLine(shouldBe),
    explanation: explainRemarks(messagesIn(english), remarks),
    evidence: evidence.map(keptAnswer),
  };
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
