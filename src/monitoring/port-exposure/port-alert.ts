import type { Operation } from '../../core/operation/operation.ts';
import type { StoredIdentity } from '../../core/operation/tables/monitoring.ts';
import { assess } from '../../engines/port-risk/assess.ts';
import type { Assessment, Exposure } from '../../engines/port-risk/assessment.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type AlertRecord, inPastTense } from '../alerts/index.ts';
import { portWordingIn } from './port-wording.ts';
import { type PortWords, portWords } from './port-words.ts';

type PortResolution = 'port_closed' | 'allowed' | 'manual' | 'endpoint_terminated';
type OfEndpoint = 'endpoint_id' | 'protocol' | 'port' | 'ip_address' | 'hostname' | 'nickname' | 'endpoint_status';

/** An alert of the kind `port`: it is about a port of an endpoint, and its evidence is who answered there. */
export type PortAlert = Omit<AlertRecord, OfEndpoint | 'evidence' | 'resolution'> & {
  readonly [Column in OfEndpoint]: NonNullable<AlertRecord[Column]>;
} & { readonly evidence: StoredIdentity; readonly resolution: PortResolution | null };

/** @throws Error when the alert is of another kind */
export function portAlert(alert: AlertRecord): PortAlert {
  if (alert.kind !== 'port') throw new Error(`Alert ${alert.id} is about no port.`);
  return alert as PortAlert;
}

/** Title and explanation are derived when they are read, so that better wording reaches old alerts too, and in the reader's language. */
export function assessAlert({ language }: Pick<Operation, 'language'>, alert: PortAlert): Assessment {
  const assessment = assess(exposureOf(alert), portWordingIn(language));
  const { ip_address: address, port, protocol } = alert;
  const until = ['alert.over.port', { address, port: String(port), protocol }] as const;
  return {
    ...assessment,
    explanation: inPastTense(messagesIn(language), alert, assessment.explanation, until),
  };
}

/** Without the explanation, for lists. */
export function wordsOfAlert(reader: Pick<Operation, 'language'>, alert: PortAlert): PortWords {
  return portWords(reader, exposureOf(alert));
}

function exposureOf({ ip_address: address, protocol, port, evidence }: PortAlert): Exposure {
  return { address, protocol, port, ...evidence };
}
