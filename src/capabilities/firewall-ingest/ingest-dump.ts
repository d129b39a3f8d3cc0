import {
  type DumpFormat,
  type FirewallReading,
  type PortRange,
  readFirewallDump,
} from '../../engines/firewall-dumps/read-firewall-dump.ts';
import { InvalidInput } from '../../platform/http/problems.ts';
import type { Operation } from '../../platform/operation.ts';
import { createRule } from '../allowed-ports/create-rule.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import { setPlatform } from '../endpoints/set-platform.ts';

export interface DumpToIngest {
  readonly billingCustomerId: number;
  readonly endpointId: string;
  readonly dump: string;
  /** Undefined: told by the dump itself. */
  readonly format: DumpFormat | undefined;
  readonly mode: 'preview' | 'apply';
}

export interface Ingested {
  readonly reading: FirewallReading;
  readonly rulesCreated: number;
  /** Identical rules that were there already. */
  readonly rulesExisting: number;
  readonly alertsResolved: number;
}

/** No firewall that people keep by hand opens so many; each becomes a rule. */
const maxOpenRanges = 500;

/**
 * Reads a firewall's rules and allows the ports that they open to the world on purpose, one rule for each range, in one
 * transaction (decisions §9). A preview does the same and takes it back, so that its numbers are those of the real thing.
 * @throws Problem ENDPOINT_NOT_FOUND, ACCESS_DENIED; InvalidInput when the dump is no dump, or opens too much
 */
export async function ingestDump(operation: Operation, request: DumpToIngest): Promise<Ingested> {
  const endpoint = await getEndpoint(operation, request.endpointId, request.billingCustomerId);
  const reading = readFirewallDump(request.dump, { format: request.format ?? null, address: endpoint.ip_address });
  if (!reading) throw new InvalidInput({ dump: [unrecognised(request.format)] });
  if (reading.open.length > maxOpenRanges)
    throw new InvalidInput({
      dump: [`The dump opens more than ${maxOpenRanges} ranges of ports, which nobody can review.`],
    });
  if (request.mode === 'apply') return operation.transaction((tx) => apply(tx, request, reading));
  return takingBack(operation, (tx) => apply(tx, request, reading));
}

function unrecognised(format: DumpFormat | undefined): string {
  const asked = format === undefined ? 'iptables, nftables, ufw or firewalld' : format;
  return `The dump field must be the output of ${asked}.`;
}

async function apply(tx: Operation, request: DumpToIngest, reading: FirewallReading): Promise<Ingested> {
  // Again, since it may have changed hands while the dump was read.
  const endpoint = await getEndpoint(tx, request.endpointId, request.billingCustomerId);
  let [rulesCreated, rulesExisting, alertsResolved] = [0, 0, 0];
  for (const range of reading.open) {
    const allowed = await allow(tx, request, reading.format, range);
    if (allowed.created) rulesCreated += 1;
    else rulesExisting += 1;
    alertsResolved += allowed.alertsResolved;
  }
  await setPlatform(tx, endpoint.id, reading.format);
  await recordAudit(tx, {
    action: 'firewall.ingested',
    subjectId: endpoint.id,
    customerId: endpoint.customer_id,
    details: {
      format: reading.format,
      default_policy: reading.defaultPolicy,
      rules_created: rulesCreated,
      rules_existing: rulesExisting,
      alerts_resolved: alertsResolved,
    },
  });
  return { reading, rulesCreated, rulesExisting, alertsResolved };
}

function allow(tx: Operation, request: DumpToIngest, format: DumpFormat, { transport, start, last, lines }: PortRange) {
  return createRule(tx, {
    billingCustomerId: request.billingCustomerId,
    endpointId: request.endpointId,
    portStart: start,
    portEnd: last,
    protocol: transport,
    description: `Open in the server's firewall (${format}, line ${lines.join(', ')}).`.slice(0, 255),
    source: 'firewall_ingest',
  });
}

/** Carries a result out of a transaction that is to be rolled back. */
class TakenBack<T> extends Error {
  override readonly name = 'TakenBack';
  readonly result: T;

  constructor(result: T) {
    super('Rolled back on purpose.');
    this.result = result;
  }
}

/** What the work would do: it is done, looked at and undone. */
async function takingBack<T>(operation: Operation, work: (tx: Operation) => Promise<T>): Promise<T> {
  try {
    return await operation.transaction(async (tx) => {
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}
