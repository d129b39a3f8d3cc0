import type { Effects } from '../core/operation/effects.ts';
import type { Operation, PasswordCost, Resources } from '../core/operation/operation.ts';
import type { NodeScanner } from '../core/operation/tables/core.ts';
import type { DumpReader } from '../engines/firewall-dumps/dump-reader.ts';
import type { LeakSource } from '../engines/leak-sources/leak-source.ts';
import type { PortScanner } from '../engines/port-scanner/port-scanner.ts';
import type { ServiceIdentifier } from '../engines/service-identification/service-identifier.ts';
import type { Config } from '../installation/config.ts';
import type { Store } from '../installation/store.ts';
import type { LookAtDomain } from '../monitoring/domain-posture/look-at-domain.ts';
import type { SendRequest } from '../notifications/channels/send-message.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { HostnameResolver } from '../resources/endpoints/resolve-hostname.ts';

/** What this process does: answer the API, scan and schedule, or both. */
export type Role = 'all' | 'api' | 'worker';

export interface ServiceOptions {
  readonly config: Config;
  readonly store: Store;
  readonly role: Role;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How often workers look for what is to be done. Default: what each thinks right, once or twice a second. */
  readonly pollIntervalMs?: number;
  /** Waits before a port that vanished is probed again. */
  readonly recheckDelaysMs?: readonly number[];
  /** Answers for hostnames. Default: the name servers of the configuration. */
  readonly resolver?: HostnameResolver;
  /** Take the place of the services on the network that the configuration names. The local corpus is always asked. */
  readonly leakSources?: readonly LeakSource[];
  /** Takes the place of what asks the DNS and registries about domains. */
  readonly lookAtDomain?: LookAtDomain;
  /** Takes the place of the engine that the configuration names. */
  readonly scanner?: PortScanner;
  /** Takes the place of the one that asks the network. */
  readonly identifier?: ServiceIdentifier;
  /** Whether other processes may listen on its port, too. */
  readonly sharesPort?: boolean;
  /** Builds before it listens what would keep the first who asks, and everybody else, waiting. */
  readonly buildsEarly?: boolean;
  /** Takes the place of one with the usual limits; closed with the service. */
  readonly dumpReader?: DumpReader;
  /** What a receiver of webhooks may take for its answer. Default: what the contract promises. */
  readonly webhookDeadlineMs?: number;
  /** Of new passwords. Default: what keeps them safe. */
  readonly passwordCost?: PasswordCost;
  /** Takes the place of requests to chats and pagers. */
  readonly sendToChannels?: SendRequest;
  /** Stands around what follows from what, to see it or to fail. */
  readonly aroundEffects?: (effects: Effects<Operation>) => Effects<Operation>;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export interface Service {
  readonly resources: Resources;
  /** Null: this process does not scan. */
  readonly scanner: NodeScanner | null;
  /** Where the API answers; null for a worker. */
  readonly address: ListenAddress | null;
  /** Where /livez, /readyz, /metrics and the operator's page answer; null without OPERATIONS_PORT. */
  readonly operationsAddress: ListenAddress | null;
  /** From now on /readyz says that the process is about to stop; it works on. */
  drain(): void;
  /** Ends requests and scans in order, then lets go of the queue. The store stays open. */
  stop(): Promise<void>;
}
