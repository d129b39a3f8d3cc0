import { z } from 'zod';
import { coverageSchema, type ScanTerms, toCoverage } from '../../accounts/scan-terms/index.ts';
import { oneOf, timestamp } from '../../core/api/fields.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import type { Messages } from '../../platform/messages/message.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import { refusalNote } from './scan-refusal.ts';

export const endpointStatus = oneOf(['active', 'paused', 'terminated']);
export const listedStatus = oneOf(['active', 'paused']);

/** Monitored endpoint (contract, Resources). */
export const endpointResource = z
  .strictObject({
    id: z.guid(),
    ip_address: z.string(),
    hostname: z.string(),
    nickname: z.string(),
    platform: z.string().nullable(),
    status: endpointStatus,
    quota_paused: z.boolean().meta({ description: 'Paused by the platform because paid capacity does not cover it.' }),
    nmap_cooldown_seconds: z.int().meta({ description: 'Seconds between two manual scans.' }),
    last_scan_at: timestamp.nullable(),
    next_scan_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    billing_customer_id: z.int(),
    coverage: coverageSchema,
    not_scanned: z.string().nullable().meta({
      description:
        'Why the address is never scanned, whatever the status: it is in a range that is not, or the operator excludes it.',
    }),
  })
  .meta({ id: 'Endpoint' });

export type EndpointResource = z.output<typeof endpointResource>;

interface EndpointContext {
  readonly cooldownSeconds: number;
  readonly terms: ScanTerms;
  /** As it holds in the operation's world. */
  readonly policy: AddressPolicy;
  readonly t: Messages;
}

/** An endpoint as the API shows it. */
export function toEndpointResource(
  endpoint: EndpointRecord,
  { cooldownSeconds, terms, policy, t }: EndpointContext,
): EndpointResource {
  return {
    id: endpoint.id,
    ip_address: endpoint.ip_address,
    hostname: endpoint.hostname,
    nickname: endpoint.nickname,
    platform: endpoint.platform,
    status: endpoint.status,
    quota_paused: endpoint.quota_paused,
    nmap_cooldown_seconds: cooldownSeconds,
    last_scan_at: endpoint.last_scan_at?.toISOString() ?? null,
    next_scan_at: endpoint.next_scan_at?.toISOString() ?? null,
    created_at: endpoint.created_at.toISOString(),
    updated_at: endpoint.updated_at.toISOString(),
    billing_customer_id: endpoint.billing_customer_id,
    coverage: toCoverage(terms),
    not_scanned: refusalNote(t, policy, endpoint.ip_address),
  };
}
