import type { RawBuilder, SqlBool, UpdateObject } from 'kysely';
import type { OwnProduct } from '../../accounts/customers/index.ts';
import type { ProblemCode } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';
import type { Tables } from '../../core/operation/tables.ts';
import type { ResourceLifecycle, ResourceStatus, ResourceWords } from './resource-lifecycle.ts';

export type ResourceTable = 'endpoints' | 'monitored_domains';
/** The column by which reports call a resource: an IP address or a domain name. */
export type ResourceLabel = 'ip_address' | 'domain';

/** What the life cycle needs to know of a row. */
export type ResourceRow<Label extends ResourceLabel> = {
  readonly id: string;
  readonly customer_id: string;
  readonly service_id: string | null;
  readonly status: ResourceStatus;
  readonly quota_paused: boolean;
} & Readonly<Record<Label, string>>;

/** A type of resource with paid capacity, as its one life cycle sees it. */
export interface ResourceType<Label extends ResourceLabel = ResourceLabel> {
  readonly kind: ResourceKind;
  readonly table: ResourceTable;
  readonly label: Label;
  /** What pays for its places. */
  readonly product: CappedProduct;
  /** A service known as this product pays for its resources by itself, without a place (decisions §3.2). Null: none does. */
  readonly ownProduct: OwnProduct | null;
  readonly limitExceeded: ProblemCode;
  /** A condition on its rows: nobody can find it any more, whose name may be monitored anew. */
  readonly isReleased: RawBuilder<SqlBool>;
  readonly words: ResourceWords;
  readonly lifecycle: ResourceLifecycle;
  /** Whether an active one is looked at at all. */
  readonly mayBeScanned: (operation: Operation, label: string) => boolean;
  /** `next_scan_at` of one that comes back to the schedule. */
  readonly dueAgain: (now: Date) => RawBuilder<Date>;
  /** Columns of the type's own that are written with every way out of `active`, and with termination. */
  readonly onLeaving: UpdateObject<Tables, ResourceTable>;
  readonly onTermination: UpdateObject<Tables, ResourceTable>;
}
