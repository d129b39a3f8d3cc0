import { type SqlBool, sql } from 'kysely';
import { type ResourceType, type ResourceWords, resourceLifecycle } from '../lifecycle/index.ts';
import { unverified } from './verification.ts';

const words: ResourceWords = { name: 'domain', monitored: 'domain', absent: 'DOMAIN_NOT_FOUND' };

/** The monitored domain's life cycle (contract, States; decisions §5.2). A released domain has no state: its record is not found. */
export const domainType = {
  kind: 'domain',
  table: 'monitored_domains',
  label: 'domain',
  product: 'domain_monitoring',
  ownProduct: null,
  isReleased: sql<SqlBool>`(released_at IS NOT NULL)`,
  limitExceeded: 'DOMAIN_LIMIT_EXCEEDED',
  words,
  lifecycle: resourceLifecycle(words),
  mayBeScanned: () => true,
  dueAgain: (now) => sql<Date>`${now}::timestamptz`,
  // What was to be asked again.
  onLeaving: { retry_sources: [], retry_at: null, failed_attempts: 0 },
  // Nobody looks whether the record is still there: it has to be shown again.
  onTermination: unverified,
} satisfies ResourceType<'domain'>;
