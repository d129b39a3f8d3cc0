import { type Config, misspeltVariables } from '../installation/config.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Diagnosis } from './diagnosis.ts';
import { examineDatabase } from './examine-database.ts';
import {
  examineCanaries,
  examineDescriptors,
  examineDisk,
  examineDns,
  examineEngine,
  examineNmap,
  examineRedis,
} from './examine-machine.ts';
import { examineBounces, examineMail, examineMailTo } from './examine-mail.ts';

/**
 * Looks at what works on this machine: configuration, database, clock, what waits to be delivered, Redis, scan engine, canaries, tools,
 * DNS and mail.
 * @param mailTo an address that gets a mail; null: none is sent
 */
export async function examine(config: Config, logger: Logger, mailTo: string | null = null): Promise<Diagnosis[]> {
  const database = await examineDatabase(config, logger);
  const machine = [
    examineRedis(config),
    examineEngine(config),
    examineCanaries(config),
    examineNmap(config),
    examineDescriptors(),
    examineDisk(config),
    examineDns(config),
    examineMail(config),
    examineBounces(config),
    ...(mailTo === null ? [] : [examineMailTo(config, mailTo)]),
  ];
  const findings = [examineVariables(), examineProxy(config), ...database, ...(await Promise.all(machine))];
  return findings.map((finding) => (config.doctorAccepts.includes(finding.check) ? accepted(finding) : finding));
}

/** A warning that was decided about; what fails is told all the same. */
function accepted(finding: Diagnosis): Diagnosis {
  const { check, state, detail } = finding;
  return state === 'warn' ? { check, state: 'ok', detail: `${detail}; accepted (DOCTOR_ACCEPTS)` } : finding;
}

function examineVariables(): Diagnosis {
  const check = 'variables';
  const misspelt = misspeltVariables().map(({ name, meant }) => `${name} (${meant}?)`);
  if (misspelt.length === 0) return { check, state: 'ok', detail: 'none looks misspelt' };
  const cure = 'rename them: serve refuses to start with them (unless UNKNOWN_VARIABLES=ignore)';
  return { check, state: 'fail', detail: `nothing reads ${misspelt.join(', ')}`, cure };
}

function examineProxy({ trustProxy, evaluation, host, publicUrl }: Config): Diagnosis {
  const check = 'proxy';
  if (trustProxy.length > 0) return { check, state: 'ok', detail: `X-Forwarded-* count from ${trustProxy.join(', ')}` };
  const isBehindOne = publicUrl?.startsWith('https:') || (!evaluation && isLoopback(host));
  if (!isBehindOne)
    return { check, state: 'ok', detail: 'none (TRUST_PROXY): clients are known by their own addresses' };
  return {
    check,
    state: 'warn',
    detail: 'none (TRUST_PROXY), though this looks like a place behind one: all clients would seem to be the proxy',
    cure: 'set TRUST_PROXY to the addresses that your proxy connects from',
  };
}

function isLoopback(host: string): boolean {
  return /^(127\.|::1$|localhost$)/.test(host);
}
