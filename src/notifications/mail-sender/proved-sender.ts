import type { Operation } from '../../core/operation/operation.ts';
import type { DkimKey } from '../../platform/mail/mailer.ts';
import { domainOf, findMailSender } from './mail-sender-record.ts';
import type { SenderKeys } from './sender-keys.ts';

/** An address that mail may come from, and how it is signed. */
export interface ProvedSender {
  readonly address: string;
  readonly dkim: DkimKey;
}

/** The address of the partner's own, while its records are proved; null: mail comes from the operator's. */
export async function provedSender(operation: Operation, keys: SenderKeys): Promise<ProvedSender | null> {
  const sender = await findMailSender(operation);
  if (sender?.status !== 'verified') return null;
  const { address, dkim_selector: selector } = sender;
  return { address, dkim: { domain: domainOf(address), selector, privateKey: keys.open(sender) } };
}
