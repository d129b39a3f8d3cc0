import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { OperatorError } from '../core/operation/operator-error.ts';
import {
  type CheckedRule,
  checkIntegration,
  type Integrator,
  RealKeyError,
  type Task,
} from '../engines/integration-check/check-integration.ts';
import { environmentOfChild } from '../installation/config.ts';
import { sampleOfEvent } from '../wiring/event-samples.ts';
import { wholeNumber } from './command-arguments.ts';
import { createOutput, table } from './output.ts';

interface CheckIntegrationOptions {
  readonly url: string;
  readonly script?: string;
  readonly webhook?: string;
  readonly webhookSecret?: string;
  readonly port?: number;
  readonly firstId?: number;
}

/** Ids of customers and services from here on are not what a billing system has by then. */
const leastFirstId = 900_000_000;

/** A run of what happens to an integration sooner or later, in the sandbox, and what it does about it. */
export function defineCheckIntegration(check: Command): void {
  check
    .description(
      'take a billing module or a script through a sale, limits, lost answers and webhooks in the sandbox, and say what it does wrong',
    )
    .requiredOption('--url <url>', 'the portal domain, such as https://security.example.com; sandbox mode has to be on')
    .option('--script <file>', 'program that does each step; without it, you are told what to do')
    .option('--webhook <url>', 'where your receiver of webhooks listens')
    .option('--webhook-secret <secret>', 'whsec_…, which your receiver verifies with')
    .option(
      '--port <port>',
      'where the integration finds Breakwater meanwhile, on 127.0.0.1; any by default',
      wholeNumber,
    )
    .option('--first-id <id>', 'the first id of a customer and services that are free', wholeNumber)
    .action(async (options: CheckIntegrationOptions, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const checked = await run(options);
      createOutput(json ?? false).result({ rules: checked.map(shown) }, report(checked, options.url));
      if (checked.some(({ verdict }) => verdict.state === 'broken')) process.exitCode = 1;
    });
}

async function run(options: CheckIntegrationOptions): Promise<CheckedRule[]> {
  const { url, script, webhook, webhookSecret: secret } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new OperatorError(`"${url}" is no URL.`);
  if ((webhook === undefined) !== (secret === undefined))
    throw new OperatorError('Name both --webhook and --webhook-secret, or none of them.');
  if (secret !== undefined && !/^whsec_[\w+/]+={0,2}$/.test(secret))
    throw new OperatorError('A webhook secret is whsec_ and Base64.');
  try {
    return await checkIntegration({
      upstream: new URL(url).origin,
      port: options.port ?? 0,
      integrator: script === undefined ? askPerson : runScript(script),
      receiver: webhook !== undefined && secret !== undefined ? { url: webhook, secret } : undefined,
      events: (['alert.opened', 'alert.resolved'] as const).map((type) => ({ type, data: sampleOfEvent(type) })),
      firstId: options.firstId ?? leastFirstId + Math.floor(Math.random() * 1_000_000) * 10,
    });
  } catch (error) {
    throw error instanceof RealKeyError ? new OperatorError(error.message) : error;
  }
}

/** Instructions go to the other stream than the report, which a program may read. */
const askPerson: Integrator = {
  async perform({ name, instruction, url }: Task) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      if (name === 'webhook-acted') return { succeeded: null, output: await terminal.question(`${instruction} `) };
      const answer = await terminal.question(
        `\n${instruction}\nYour integration has ${url} in place of Breakwater, and a key of the sandbox.\nDid it work? [y/n, or Enter if you cannot say] `,
      );
      return { succeeded: /^y/i.test(answer) ? true : /^n/i.test(answer) ? false : null, output: answer };
    } finally {
      terminal.close();
    }
  },
};

function runScript(file: string): Integrator {
  return {
    async perform({ name, url, order, eventId }: Task) {
      const child = spawn(file, {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: environmentOfChild({
          BREAKWATER_URL: url,
          CHECK_STEP: name,
          CHECK_CLIENT_ID: String(order.clientId),
          CHECK_SERVICE_ID: String(order.serviceId),
          CHECK_IP_ADDRESS: order.ipAddress,
          ...(eventId !== undefined && { CHECK_EVENT_ID: eventId }),
        }),
      });
      try {
        const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
        return { succeeded: code === 0, output };
      } catch (error) {
        throw new OperatorError(`${file} cannot be run: ${(error as Error).message}`);
      }
    },
  };
}

function shown({ rule, verdict }: CheckedRule) {
  return { rule: rule.name, state: verdict.state, seen: verdict.seen, what: rule.sentence, page: `/docs/${rule.page}` };
}

const stateWords = { kept: 'kept', broken: 'BROKEN', not_tried: 'not tried' } as const;

function report(checked: readonly CheckedRule[], url: string): string {
  const rows = checked.map(({ rule, verdict }) => [stateWords[verdict.state], rule.name, verdict.seen]);
  const broken = checked.filter(({ verdict }) => verdict.state === 'broken');
  const lessons = broken.map(({ rule }) => `${rule.name}: ${rule.sentence} ${new URL(`/docs/${rule.page}`, url).href}`);
  const count = `${checked.filter(({ verdict }) => verdict.state === 'kept').length} of ${checked.length} rules are kept, ${broken.length} broken.`;
  return [table(['', 'rule', 'what was seen'], rows), '', ...lessons, count].join('\n');
}
