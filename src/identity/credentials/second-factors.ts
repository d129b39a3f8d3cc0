import { type RawBuilder, sql } from 'kysely';

/** Whether the administrator has a second factor: an application that was confirmed, or a passkey, of whatever portal domain. */
export function hasSecondFactor(administrators = 'administrators'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${administrators}.${column}`);
  return sql`(${of('totp_confirmed_at')} IS NOT NULL OR EXISTS (
    SELECT FROM passkeys WHERE passkeys.partner_id = ${of('partner_id')} AND passkeys.administrator_id = ${of('id')}))`;
}

/** Whether the partner's administrators must have one, by its own will or by the operator's. */
export function demandsSecondFactor(partners = 'partners'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${partners}.${column}`);
  return sql`(${of('second_factor_required')} OR ${of('second_factor_required_by_operator')})`;
}
