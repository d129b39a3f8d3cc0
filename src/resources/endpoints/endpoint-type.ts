import { type SqlBool, sql } from 'kysely';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { type ResourceType, type ResourceWords, resourceLifecycle } from '../lifecycle/index.ts';
import { dueAgain } from './due-again.ts';
import { policyIn } from './policy-in.ts';

/** Servers, by the addresses that may be monitored and scanned. */
export interface EndpointType extends ResourceType<'ip_address'> {
  readonly policy: AddressPolicy;
}

const words: ResourceWords = { name: 'endpoint', monitored: 'address', absent: 'ENDPOINT_NOT_FOUND' };

/** The endpoint's life cycle (contract, States; decisions §2.4–2.8). */
export function createEndpointType(policy: AddressPolicy): EndpointType {
  return {
    kind: 'endpoint',
    table: 'endpoints',
    label: 'ip_address',
    product: 'port_monitoring',
    ownProduct: 'endpoint',
    isReleased: sql<SqlBool>`false`,
    limitExceeded: 'ENDPOINT_LIMIT_EXCEEDED',
    words,
    lifecycle: resourceLifecycle(words),
    policy,
    mayBeScanned: (operation, address) => policyIn(operation, policy).verdict(address) === 'scan',
    dueAgain,
    onLeaving: {},
    onTermination: {},
  };
}
