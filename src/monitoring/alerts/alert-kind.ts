import type { RawBuilder } from 'kysely';
import type { Severity } from '../../common/severity.ts';
import type { PortsObserved } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import type { Messages } from '../../platform/messages/message.ts';
import type { AlertRecord } from './alert-record.ts';
import type { AlertAction, AlertState } from './lifecycle.ts';

/** Why an alert was resolved. */
export type Resolution = NonNullable<AlertsTable['resolution']>;

/** What alerts of a kind are about, how they are told, and what ends them. alert-kinds.ts lists the kinds. */
export interface AlertKind {
  /** As stored and in the API. */
  readonly name: string;
  readonly subject: ResourceKind;
  /** The first word of audit actions and event types. */
  readonly family: 'alert' | 'domain_alert';
  /** What a person can do with them. */
  readonly actions: readonly AlertAction[];
  readonly mail: MailWords;
  /** As what the overview counts those that ask somebody to act; undefined: as others. */
  readonly countedAs?: 'open_ports' | 'leaks';
  /** When alerts of this kind have one fault in common; undefined: each has its own. */
  readonly fault?: SharedFault;
  /**
   * Words for alerts of this kind, in their order, derived when they are read so that better wording reaches old alerts too: with
   * one look-up for all of them at most.
   */
  describe(operation: Operation, alerts: readonly AlertRecord[]): Promise<readonly AlertText[]>;
  /** Why an alert cannot be open again, of kinds whose alerts people can reopen; null: it can. Behind the resource's lock. */
  refuseReopen?(tx: Operation, alert: AlertRecord): Promise<string | null>;
  /** What else there is to say to whoever resolved an alert by hand, and to do about it: a sentence, or null. */
  resolvedByHand?(tx: Operation, alert: AlertRecord): Promise<string | null>;
  /**
   * What a port scan means for alerts of this kind, behind the endpoint's lock. It takes its own locks before it asks for the live
   * alerts, and is judged before the kinds that take none: those of all are read at once.
   */
  judgePorts?(tx: Operation, observed: PortsObserved, live: () => Promise<readonly LiveAlert[]>): Promise<Judgement>;
}

/** What is the same on several resources, to be told once. */
export interface SharedFault {
  /** What of an alert names its fault, in SQL: equal with alerts of one severity that have it in common. */
  readonly key: RawBuilder<string>;
  /** How it is called where titles of alerts name the resource; undefined: as its alerts are. */
  title?(t: Messages, alert: AlertRecord): string;
}

export interface MailWords {
  /** What customers hear of until they choose: null, of any severity. */
  readonly minSeverity: Severity | null;
  /**
   * What they are called, and counted as: the messages `mail.alerts.kind.<words>` and `mail.alerts.counted.<words>`. Kinds may share words; what the
   * monthly report calls such a kind is `report.kind.<name>`.
   */
  readonly words: string;
}

export interface AlertText {
  /** One line: what it is, and of what. */
  readonly title: string;
  /** Plain English for its owner, paragraphs apart by empty lines. */
  readonly explanation: string;
  /** What was seen, to be shown as a list. */
  readonly facts: readonly AlertFact[];
  /** As readers get it, where that is not as it is kept. */
  readonly evidence?: object;
  /** How to end the cause by commands, if it can be ended so. */
  readonly remediation?: AlertRemediation;
}

export interface AlertRemediation {
  /** The platform that fits best, as far as that is known. */
  readonly selected: string;
  readonly platforms: readonly {
    readonly name: string;
    readonly label: string;
    /** Step name to shell command, in the order to run them; what the reader has to fill in stands in capitals. */
    readonly commands: Readonly<Record<string, string>>;
  }[];
}

/** One line of what was seen. */
export interface AlertFact {
  readonly label: string;
  readonly value: string;
}

/** An alert that still speaks for its cause, whatever a person said of it. */
export interface LiveAlert {
  readonly id: string;
  readonly key: string;
  readonly status: AlertState;
  readonly severity: Severity;
  /** As the kind wrote it. */
  readonly evidence: object;
}

/** What a look at a resource means for its alerts of one kind. What it does not name stays as it is. */
export interface Judgement {
  /** Each key at most once. */
  readonly seen: readonly Sighting[];
  readonly ended: readonly AlertEnd[];
}

export interface Sighting {
  /** Names the cause: of a resource and kind there is one live alert for each. */
  readonly key: string;
  readonly severity: Severity;
  readonly evidence: object;
  /** More than whoever took note of the alert has seen. */
  readonly isNews: boolean;
  /** Of alerts about a port. */
  readonly port?: { readonly protocol: 'tcp' | 'udp'; readonly port: number };
}

/** A live alert whose cause has ended. */
export interface AlertEnd {
  readonly alertId: string;
  readonly resolution: Resolution;
}
