import { type Role, type Service, startService } from './app.ts';
import { createEvaluationPartner, type EvaluationPartner } from './capabilities/partners/create-partner.ts';
import type { Config } from './config.ts';
import type { Output } from './output.ts';
import { systemClock } from './platform/clock.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import type { Store } from './store.ts';

const evaluationDomains = ['localhost', '127.0.0.1'];

export interface ServeOptions {
  readonly config: Config;
  /** Closed when the service has ended. */
  readonly store: Store;
  readonly role: Role;
  readonly output: Output;
  readonly logger: Logger;
}

/**
 * Runs the service until a signal ends it. The first SIGINT or SIGTERM stops it in order, a second one at once.
 * @returns the exit code
 */
export async function serve({ config, store, role, output, logger }: ServeOptions): Promise<number> {
  let service: Service | undefined;
  try {
    const ended = Promise.race([untilSignal(logger), store.lost.then((message) => failure(logger, message))]);
    service = await startService({ config, store, role, clock: systemClock, logger });
    const evaluation = config.evaluation ? await createEvaluationPartner(service.resources, evaluationDomains) : null;
    announce(config, role, service, evaluation, output);
    return await ended;
  } finally {
    await service?.stop();
    await store.close();
  }
}

function failure(logger: Logger, message: string): number {
  logger.fatal(`The embedded database ended: ${message}`);
  return 1;
}

async function untilSignal(logger: Logger): Promise<number> {
  return new Promise((resolve) => {
    let signals = 0;
    const onSignal = (signal: NodeJS.Signals) => {
      signals += 1;
      if (signals > 1) process.exit(130);
      logger.info({ signal }, 'Stopping.');
      resolve(0);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}

function announce(
  config: Config,
  role: Role,
  { address }: Service,
  evaluation: EvaluationPartner | null,
  output: Output,
): void {
  const url = address && `http://${shownHost(address.host)}:${address.port}`;
  const lines = [
    url ? `Breakwater answers at ${url} (API documentation: ${url}/docs)` : `Breakwater ${role} is running.`,
  ];
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
  output.result({ role, url, ...shown }, lines.join('\n'));
}

function shownHost(host: string): string {
  if (host === '127.0.0.1' || host === '::1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
