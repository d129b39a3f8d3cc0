import { lockCustomer, overwriteCustomer } from '../../accounts/customers/index.ts';
import type { Credential } from '../../core/api/credential.ts';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { chooseAdministratorLanguage } from '../administrators/index.ts';

/**
 * Sets the language of whoever is signed in; of a visitor nothing is known that could be set.
 * @param language BCP 47; null: what the browser asks for, and in mails the account's
 * @throws Problem ACCESS_DENIED to a link in a mail, which changes nothing but its alert
 */
export async function chooseOwnLanguage(
  operation: Operation,
  credential: Credential | null,
  language: string | null,
): Promise<void> {
  if (credential === null) return;
  if (credential.kind === 'administrator') return chooseAdministratorLanguage(operation, credential.id, language);
  if (credential.kind !== 'customer' || credential.alertId !== null) throw new Problem('ACCESS_DENIED');
  await operation.transaction(async (tx) => {
    const customer = await lockCustomer(tx, credential.billingCustomerId);
    if (!customer) throw new Problem('ACCESS_DENIED');
    await overwriteCustomer(tx, customer, { language });
  });
}
