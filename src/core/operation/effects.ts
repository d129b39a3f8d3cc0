import type { Severity } from '../../common/severity.ts';
import type { Protocol } from '../../engines/port-scanner/port-scanner.ts';
import type { ServiceIdentity } from '../../engines/service-identification/service-identity.ts';
import type { TlsFacts } from '../../engines/service-identification/tls/tls-facts.ts';
import type { AccountChange } from './facts.ts';
import type { ResourceKind } from './resource-kinds.ts';
import type { CappedProduct } from './tables/accounts.ts';
import type { AccessLinkNotice, AdministratorNotice } from './tables/notifications.ts';

export interface ResourcesChanged {
  readonly kind: ResourceKind;
  readonly ids: readonly string[];
}

/** Capacity report (contract, Other records; decisions §3.5). */
export interface CapacityReport {
  readonly product_type: CappedProduct;
  /** Null: not capped. */
  readonly capacity: number | null;
  /** Occupied: everything that is not terminated. */
  readonly usage: number;
  readonly over_quota: boolean;
  /** In the order it was done: newest first. */
  readonly newly_paused: readonly string[];
  /** In the order it was done: oldest first. */
  readonly unpaused: readonly string[];
}

export type CapacityReports = Readonly<Record<CappedProduct, CapacityReport>>;

export interface Port {
  readonly protocol: Protocol;
  readonly port: number;
}

export interface ObservedPort extends Port {
  readonly identity: ServiceIdentity;
  /** What TLS showed this time, if it did. It is judged when it is seen and never kept. */
  readonly tlsFacts?: TlsFacts | null;
  /** Whether it said what it is made of: for the first time, or as in a scan before. Absent: it did not. */
  readonly heard?: 'first' | 'again';
}

/** What a scan saw of an endpoint whose row is locked. */
export interface PortsObserved {
  readonly endpoint: {
    readonly id: string;
    readonly customer_id: string;
    readonly ip_address: string;
    readonly hostname: string;
  };
  readonly open: readonly ObservedPort[];
  /** Were open before, and are proved closed. */
  readonly closed: readonly Port[];
  /** It did not reach all ports. */
  readonly isPartial: boolean;
}

interface ChangedAlert {
  readonly id: string;
  readonly severity: Severity;
}

/** What became of a customer's alerts of one kind. */
export interface AlertsChanged {
  readonly kind: string;
  readonly customerId: string;
  readonly opened: readonly ChangedAlert[];
  readonly reopened: readonly (ChangedAlert & { readonly by: 'evidence' | 'person' | 'time' })[];
  readonly resolved: readonly { readonly id: string; readonly resolution: string }[];
  /** Somebody says that they are false positives. */
  readonly dismissed?: readonly { readonly id: string }[];
  /** Of causes that come and go: nothing has become of them for a while. */
  readonly steady?: readonly { readonly id: string }[];
  /** Open ones that are more severe than they were. */
  readonly worsened?: readonly ChangedAlert[];
  /** More that belongs to it is being written, in a transaction that follows: nobody is told before. */
  readonly isUnfinished?: boolean;
}

/** What was done to an administrator's sign-in. */
export interface SignInChanged {
  readonly administrator: { readonly id: string; readonly email: string };
  readonly notice: AdministratorNotice;
}

/** What is another customer's from now on. Both customers' rows and the resources are locked, and none of it is written yet. */
export interface OwnerChanged {
  readonly from: string;
  readonly to: string;
  /** All that `from` has goes along: people, settings, and what is for all of its resources. */
  readonly isMerge: boolean;
  readonly resources: Readonly<Record<ResourceKind, readonly string[]>>;
  /** Of two records of one address, the one that is about to be given up, and the one that is kept. */
  readonly replaced: readonly { readonly kind: ResourceKind; readonly id: string; readonly keptId: string }[];
}

/** What went along with resources to another customer. */
export interface OwnerChange {
  readonly alerts: number;
  readonly findings: number;
  readonly allowedPorts: number;
  readonly recipients: number;
  readonly channels: number;
  /** Alerts that rules of the receiving customer resolved. */
  readonly alertsAllowed: number;
  /** What the receiving customer has already, or stands by what it has. */
  readonly left: readonly LeftBehind[];
}

export interface LeftBehind {
  readonly type: 'allowed_port' | 'recipient' | 'notification_setting';
  readonly name: string;
}

/** Something of the account was made or changed that lets somebody in, or sends something elsewhere, for longer than a session. */
export interface AccountChanged {
  readonly change: AccountChange;
  readonly subjectId: string | null;
  /** What the subject is called; null: nothing. */
  readonly name: string | null;
}

/** A link that lets somebody in is to be mailed. */
export interface AccessLinkIssued {
  /** The invitation or administrator, and where it reads mail. */
  readonly recipient: { readonly id: string; readonly email: string };
  readonly notice: AccessLinkNotice;
}

/**
 * What follows, in rooms above, from what happens in a room below: in its transaction, so it touches the database only, may run
 * again after a deadlock, and undoes its cause when it fails. src/wiring/effects.ts says what follows. (Operation is a parameter because
 * its own file needs this one.)
 */
export interface Effects<Operation> {
  /**
   * Paid capacity or its use may have changed; the customers' rows are locked.
   * @returns reports of each product by customer id
   */
  capacityChanged(tx: Operation, customerIds: readonly string[]): Promise<ReadonlyMap<string, CapacityReports>>;
  /** Which plans the customers' servers are scanned by, or what those say, may have changed. Raised where capacity has not. */
  scanTermsChanged(tx: Operation, customerIds: readonly string[]): Promise<void>;
  /**
   * Scans under way are void: their resources were paused, terminated, released or renamed. Raised when the resources' rows are
   * written.
   * @param ended `scanIds`: those that the rows named until now
   */
  monitoringEnded(tx: Operation, ended: ResourcesChanged & { readonly scanIds: readonly string[] }): Promise<void>;
  resourcesTerminated(tx: Operation, terminated: ResourcesChanged): Promise<void>;
  /** Given up for good: what was found about them is deleted. */
  resourcesReleased(tx: Operation, released: ResourcesChanged): Promise<void>;
  /** A scan with evidence was recorded. @returns what became of the alerts, by kind */
  portsObserved(tx: Operation, observed: PortsObserved): Promise<readonly AlertsChanged[]>;
  /** Somebody says that an endpoint is otherwise than its last scan saw it. One of it comes as the cooldown allows. @returns whether it was queued */
  scanWanted(
    tx: Operation,
    wanted: { readonly endpointId: string; readonly billingCustomerId: number },
  ): Promise<boolean>;
  alertsChanged(tx: Operation, changed: AlertsChanged): Promise<void>;
  /** Resources, or all that a customer has, go to another customer: so does what belongs to them. */
  ownerChanged(tx: Operation, changed: OwnerChanged): Promise<OwnerChange>;
  /** Raised by the entry of the audit log, behind it. */
  accountChanged(tx: Operation, changed: AccountChanged): Promise<void>;
  signInChanged(tx: Operation, changed: SignInChanged): Promise<void>;
  /** The records of a portal domain that serves the operation's partner prove another account. */
  portalDomainContested(tx: Operation, contested: { readonly domain: string }): Promise<void>;
  /** Raised only where mail is set up. */
  accessLinkIssued(tx: Operation, issued: AccessLinkIssued): Promise<void>;
}
