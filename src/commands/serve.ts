import { setTimeout as sleep } from 'node:timers/promises';
import { createEvaluationPartner, type EvaluationPartner } from '../identity/partners/create-partner.ts';
import { settleEvaluationData } from '../identity/partners/evaluation-data.ts';
import { type Config, misspeltVariables, settingsMade } from '../installation/config.ts';
import type { Store } from '../installation/store.ts';
import { build, programSchema } from '../installation/version.ts';
import { systemClock } from '../platform/clock.ts';
import { collectAllGarbage } from '../platform/release-memory.ts';
import { settledWithin } from '../platform/settled-within.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { startService } from '../service/app.ts';
import type { ListenAddress, Role, Service } from '../service/service-options.ts';
import type { Output } from './output.ts';
import { untilSignal } from './stop-signals.ts';

const evaluationDomains = ['localhost', '127.0.0.1'];

export interface ServeOptions {
  readonly config: Config;
  /** Closed when the service has ended. */
  readonly store: Store;
  readonly role: Role;
  readonly output: Output;
  readonly logger: Logger;
  /** For one of several processes that share a port: stops it in order, as a signal does. */
  readonly toldToStop?: Promise<void>;
}

/** What a start that failed may take to end; the end of the process does the rest. */
const failedStartMs = 10_000;
/** What an orderly stop may take: scans are given back within seconds, requests under way are answered. */
const orderlyStopMs = 25_000;

/**
 * Runs the service until a signal ends it. The first SIGINT or SIGTERM stops it in order, a second one at once.
 * @returns the exit code; what is left then, if anything hangs, is for the caller to end
 */
export async function serve({ config, store, role, output, logger, toldToStop }: ServeOptions): Promise<number> {
  const told = Promise.race([untilSignal(logger), ...(toldToStop ? [toldToStop.then(() => 0)] : [])]);
  const ended = Promise.race([told, store.lost.then((message) => failure(logger, message))]);
  for (const { name, meant } of misspeltVariables())
    logger.warn({ variable: name, meant }, 'A variable is set that nothing reads; was another one meant?');
  const admitted = config.evaluation
    ? Promise.resolve()
    : settleEvaluationData(store.database.db, config.keepsEvaluationData);
  const starting = admitted.then(() =>
    startService({
      config,
      store,
      role,
      clock: systemClock,
      logger,
      buildsEarly: true,
      sharesPort: toldToStop !== undefined,
    }),
  );
  let running = false;
  try {
    const service = await Promise.race([starting, ended.then(() => null)]);
    if (service !== null) {
      // Of what it took to start. Nobody has been told yet that it runs.
      collectAllGarbage();
      const evaluation = config.evaluation ? await createEvaluationPartner(service.resources, evaluationDomains) : null;
      // What is not as it is by default, for whoever reads the log only.
      const settings = Object.fromEntries(settingsMade().map(({ name, value }) => [name, value]));
      logger.info(
        { role, version: build, schema: programSchema, scanner: service.scanner, settings },
        'This node runs.',
      );
      announce(config, role, service, evaluation, output);
      running = true;
      await ended;
      service.drain();
      await sleep(config.drainSeconds * 1_000);
    }
    return await ended;
  } catch (error) {
    logger.debug({ err: error }, 'The service could not start.');
    throw error;
  } finally {
    await within(running ? orderlyStopMs : failedStartMs, logger, async () => {
      await (await starting.catch(() => null))?.stop();
    });
    await within(failedStartMs, logger, () => store.close());
  }
}

/** What does not end in time, or not in order, must not keep what comes after it from ending. */
async function within(ms: number, logger: Logger, end: () => Promise<void>): Promise<void> {
  const outcome = await settledWithin(
    ms,
    end().catch((error: Error) => error),
  );
  if (outcome === 'late') logger.warn({ seconds: ms / 1_000 }, 'The service did not stop in time; it ends as it is.');
  else if (outcome instanceof Error) logger.warn({ err: outcome }, 'The service did not stop in order.');
}

function failure(logger: Logger, message: string): number {
  logger.fatal(`The embedded database ended: ${message}`);
  return 1;
}

function announce(
  config: Config,
  role: Role,
  { address, operationsAddress }: Service,
  evaluation: EvaluationPartner | null,
  output: Output,
): void {
  const url = address && urlOf(address);
  const operationsUrl = operationsAddress && urlOf(operationsAddress);
  const lines = [
    url ? `Breakwater answers at ${url} (API documentation: ${url}/docs)` : `Breakwater ${role} is running.`,
  ];
  if (operationsUrl) lines.push(`Health and metrics: ${operationsUrl}/readyz, ${operationsUrl}/metrics`);
  if (evaluation) {
    lines.push('', 'Evaluation mode: a partner "Demo" was made; only loopback addresses are scanned.');
    lines.push('Its API keys, shown this once:');
    for (const { domain, apiKey } of evaluation.keys) lines.push(`  ${domain.padEnd(10)} ${apiKey}`);
    const { email, password } = evaluation.administrator;
    lines.push(`Its console is at ${url}/console. Sign in as ${email} with the password, shown this once:`);
    lines.push(`  ${password}`);
  } else if (config.evaluation) {
    lines.push(
      'Evaluation mode: only loopback addresses are scanned. A new key: npx breakwater key create --partner Demo',
      'A new password for its console: npx breakwater partner admin reset --partner Demo --email admin@demo.example',
    );
  }
  const shown = evaluation && {
    keys: evaluation.keys.map(({ domain, apiKey }) => ({ portal_domain: domain, api_key: apiKey })),
    administrator: evaluation.administrator,
  };
  output.result({ role, url, ...(operationsUrl && { operations_url: operationsUrl }), ...shown }, lines.join('\n'));
}

function urlOf({ host, port }: ListenAddress): string {
  return `http://${shownHost(host)}:${port}`;
}

function shownHost(host: string): string {
  if (host === '127.0.0.1' || host === '::1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
