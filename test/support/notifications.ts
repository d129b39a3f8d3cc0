import { eventually } from './eventually.ts';
import { loopbackAddress } from './listeners.ts';
import { nextScan, provision } from './scans.ts';
import { host, type ScriptedScanner } from './scripted-scanner.ts';
import type { TestPartner, TestService } from './test-service.ts';

let lastClientId = 100;

/** A billing id that no other test uses. */
export function newClientId(): number {
  lastClientId += 1;
  return lastClientId;
}

/** A scanned server with these ports open, and the ids of its alerts by port. */
export async function exposeServer(
  { api }: TestPartner,
  scanner: ScriptedScanner,
  clientId: number,
  open: readonly number[],
  more: Record<string, unknown> = {},
): Promise<{ endpointId: string; address: string; alertIds: ReadonlyMap<number, string> }> {
  const address = loopbackAddress();
  scanner.script(address, host({ open }));
  const endpointId = await provision(api, address, { client_id: clientId, ...more });
  await nextScan(api, endpointId);
  const { body } = await api.get(`/api/v1/alerts?endpoint_id=${endpointId}`);
  const alerts: { port: number; id: string }[] = body.data.alerts;
  return { endpointId, address, alertIds: new Map(alerts.map(({ port, id }) => [port, id])) };
}

/** Waits until nothing is left to be done for mails now: changed alerts, alerts that are due, mails that are due or on their way. */
export async function mailIsQuiet(service: TestService): Promise<void> {
  await eventually('all mails that are due are sent', async () => {
    const { rows } = await service.store.database.pool.query<{ busy: number }>(
      `SELECT ((SELECT count(*) FROM alert_inbox WHERE ready_at <= $1)
         + (SELECT count(*) FROM pgboss.job WHERE name = 'new-alerts' AND state < 'completed')
         + (SELECT count(*) FROM notification_recipients WHERE mail_due_at <= $1 OR report_due_at <= $1)
         -- What was never planned is no mail yet, and is planned by who has a mail server only.
         + (SELECT count(*) FROM customers WHERE weekly_summary_due_at > 'epoch' AND weekly_summary_due_at <= $1)
         + (SELECT count(*) FROM notification_deliveries WHERE settled_at IS NULL
              AND (next_attempt_at <= $1 OR status = 'handed_over' OR (attempts > 0 AND failure IS NULL))))::int AS busy`,
      [service.clock.now()],
    );
    return rows[0]!.busy === 0;
  });
}

export interface ListedRecipient {
  readonly id: string;
  readonly email: string;
  readonly source: string;
  readonly status: string;
  readonly failure: string | null;
  readonly last_mail_at: string | null;
}

export const settingsPath = '/api/v1/notifications/settings';
export const recipientsPath = '/api/v1/notifications/recipients';

/** A customer's recipients, as the API lists them. */
export async function recipientsOf({ api }: TestPartner, clientId: number): Promise<ListedRecipient[]> {
  return (await api.get(`${settingsPath}?client_id=${clientId}`)).body.data.recipients;
}

/** `status` by address. */
export async function statusesOf(partner: TestPartner, clientId: number): Promise<Record<string, string>> {
  return Object.fromEntries((await recipientsOf(partner, clientId)).map(({ email, status }) => [email, status]));
}

/** Path and query of a link in a mail's text. */
export function linkIn(text: string, path: string): string {
  const found = new RegExp(`https?://[^/\\s]+(${path}[^\\s]*)`).exec(text)?.[1];
  if (found === undefined) throw new Error(`There is no link to ${path} in: ${text}`);
  return found;
}
