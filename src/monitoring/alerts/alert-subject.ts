import { z } from 'zod';
import { oneOf } from '../../core/api/fields.ts';
import { resourceKinds } from '../../core/operation/resource-kinds.ts';
import type { AlertRecord } from './alert-record.ts';

/** The server or domain that an alert is about. */
export const alertSubject = z.strictObject({
  type: oneOf(resourceKinds),
  id: z.guid(),
  name: z.string().meta({
    description: 'What people call it: the nickname or host name of a server, else its address; the name of a domain.',
  }),
  address: z.string().nullable().meta({ description: 'Of the server; null of a domain.' }),
  nickname: z.string().nullable().meta({ description: 'What its customer calls the server; null of a domain.' }),
});

export function subjectOfAlert(alert: AlertRecord): z.output<typeof alertSubject> {
  const { endpoint_id, domain_id, ip_address, nickname, domain } = alert;
  return endpoint_id === null
    ? { type: 'domain', id: domain_id!, name: domain!, address: null, nickname }
    : { type: 'endpoint', id: endpoint_id, name: nickname!, address: ip_address!, nickname };
}
