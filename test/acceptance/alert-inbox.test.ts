import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteAlertChanges } from '../../src/notifications/alert-notifications/alert-inbox.ts';
import { adoptOlderChanges, newAlertsQueue } from '../../src/notifications/alert-notifications/older-inboxes.ts';
import { channelListener } from '../../src/notifications/channels/note-alerts.ts';
import type { SendRequest } from '../../src/notifications/channels/send-message.ts';
import { createDueMails } from '../../src/notifications/mail/create-mails.ts';
import { mailListener } from '../../src/notifications/mail/note-alerts.ts';
import { newId } from '../../src/platform/ids.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { ChannelSteps } from '../support/channels.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { newClientId, recipientsOf, recipientsPath } from '../support/notifications.ts';
import { insertAlert } from '../support/rows.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const accept: SendRequest = async () => ({ kind: 'answered', status: 200, headers: {}, body: 'ok' });
const fail = (error: Error) => {
  throw error;
};

let service: TestService;
let steps: ChannelSteps;
let partner: TestPartner;
let clientId: number;
let endpointId: string;
let customerId: string;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', sendToChannels: accept });
  // A Wednesday noon.
  service.clock.standAt(new Date('2026-11-25T12:00:00Z'));
  steps = new ChannelSteps(service, accept);
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  partner = await service.partner();
  clientId = newClientId();
  endpointId = await provision(partner.api, loopbackAddress(), { client_id: clientId });
  const [row] = await query<{ customer_id: string }>(
    'UPDATE endpoints SET last_scan_id = id, next_scan_at = NULL WHERE id = $1 RETURNING customer_id',
    [endpointId],
  );
  customerId = row!.customer_id;
});

const query = async <T extends object>(text: string, values: readonly unknown[]): Promise<T[]> =>
  (await service.store.database.pool.query(text, [...values])).rows as T[];

/** Has the service say that alerts of the customer changed. */
async function tell(change: object): Promise<void> {
  const none = { kind: 'port', customerId, opened: [], reopened: [], resolved: [] };
  await systemOperation(service, partner).transaction((tx) => tx.effects.alertsChanged(tx, { ...none, ...change }));
}

async function raise(): Promise<string> {
  const id = newId(service.clock);
  await insertAlert(service, partner, endpointId, { id, severity: 'high' });
  await tell({ opened: [{ id, severity: 'high' }] });
  return id;
}

async function end(id: string): Promise<void> {
  await query(
    `UPDATE alerts SET status = 'resolved', resolution = 'port_closed', resolved_at = $2, ended_at = $2, status_changed_at = $2
     WHERE id = $1`,
    [id, service.clock.now()],
  );
  await tell({ resolved: [{ id, resolution: 'port_closed' }] });
}

const waiting = () =>
  query<{ alert_id: string; change: string }>(
    'SELECT alert_id, change FROM alert_inbox WHERE partner_id = $1 ORDER BY id',
    [partner.partnerId],
  );
const haveAddress = () =>
  partner.api.post('/api/v1/sso/token', { client_id: clientId, client_email: `jane-${clientId}@example.org` });
const haveChat = async () =>
  expectSuccess(
    await partner.api.post('/api/v1/channels', {
      billing_customer_id: clientId,
      type: 'mattermost',
      name: 'Room',
      url: 'https://chat.example.com/hooks/x',
      urgency: 'at_once',
    }),
    201,
  );
const note = () => noteAlertChanges(service.service.resources, [mailListener, channelListener], fail);

describe('a change is written down', () => {
  it('for nobody who does not listen: where there is neither chat nor address, or one that fails', async () => {
    await raise();
    expect(await waiting()).toEqual([]);
    await haveAddress();
    const id = await raise();
    expect(await waiting()).toEqual([{ alert_id: id, change: 'opened' }]);
    await note();
    await query(`UPDATE notification_recipients SET status = 'failing', failure = 'x' WHERE customer_id = $1`, [
      customerId,
    ]);
    await raise();
    expect(await waiting()).toEqual([]);
    await haveChat();
    await raise();
    expect(await waiting()).toHaveLength(1);
  });

  it('when it is an end, where an address wants to hear of it, or a chat, and not elsewhere', async () => {
    await haveAddress();
    const [first, second] = [await raise(), await raise()];
    await note();
    await end(first);
    expect(await waiting()).toEqual([]);
    const [recipient] = await recipientsOf(partner, clientId);
    const wanted = { client_id: clientId, tell_resolved: true };
    expectSuccess(await partner.api.send('PUT', `${recipientsPath}/${recipient!.id}`, wanted));
    await end(second);
    expect(await waiting()).toEqual([{ alert_id: second, change: 'resolved' }]);
  });

  it('to be told once more of it is written, for mail and chats alike', async () => {
    await haveAddress();
    await haveChat();
    const id = newId(service.clock);
    await insertAlert(service, partner, endpointId, { id, severity: 'high' });
    await tell({ opened: [{ id, severity: 'high' }], isUnfinished: true });
    await note();
    expect(await waiting()).toHaveLength(1);
    service.clock.advanceSeconds(30);
    await note();
    expect(await waiting()).toEqual([]);
  });
});

describe('what older programs left', () => {
  /** Writes in their form what stands in the inbox: a job for mail, and rows for channels. */
  async function inOlderForm(): Promise<void> {
    const { jobs, clock } = service.service.resources;
    const changes = await query<{ id: string; alert_id: string; change: string }>(
      'DELETE FROM alert_inbox WHERE partner_id = $1 RETURNING id, alert_id, change',
      [partner.partnerId],
    );
    const idsOf = (kind: string) => changes.flatMap(({ alert_id, change }) => (change === kind ? alert_id : []));
    const data = {
      partnerId: partner.partnerId,
      customerId,
      alertIds: idsOf('opened'),
      resolvedIds: idsOf('resolved'),
      takenBackIds: idsOf('taken_back'),
    };
    await jobs.send(service.store.database.db, newAlertsQueue.name, [{ id: newId(clock), data, priority: 0 }]);
    for (const [index, { id, alert_id, change }] of changes.entries())
      await query(
        `INSERT INTO channel_inbox (partner_id, event_id, sequence, alert_id, type, reopened_by, occurred_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          partner.partnerId,
          id,
          index,
          alert_id,
          change === 'taken_back' ? 'alert.reopened' : `alert.${change}`,
          change === 'taken_back' ? 'person' : null,
          clock.now(),
        ],
      );
  }

  /** How often each was told of something, once all that is due is. */
  async function toldSoFar(): Promise<{ readonly mail: number; readonly chat: number }> {
    await note();
    await createDueMails(service.service.resources, alertKinds, fail);
    await steps.run();
    service.clock.advanceSeconds(6);
    await steps.run();
    const [counts] = await query<{ mail: number; chat: number }>(
      `SELECT (SELECT count(*)::int FROM notification_deliveries WHERE partner_id = $1 AND kind = 'alerts') AS mail,
         (SELECT count(*)::int FROM channel_messages WHERE partner_id = $1 AND status = 'delivered') AS chat`,
      [partner.partnerId],
    );
    return counts!;
  }

  beforeEach(async () => {
    await haveAddress();
    await haveChat();
  });

  it('is told by mail and chat, once', async () => {
    await raise();
    await inOlderForm();
    expect(await adoptOlderChanges(service.service.resources)).toBe(true);
    expect(await toldSoFar()).toEqual({ mail: 1, chat: 1 });
    expect(await adoptOlderChanges(service.service.resources)).toBe(false);
    expect(await toldSoFar()).toEqual({ mail: 1, chat: 1 });
  });

  it('is told once where a newer program has it in its inbox, too', async () => {
    const id = await raise();
    await inOlderForm();
    await tell({ opened: [{ id, severity: 'high' }] });
    await adoptOlderChanges(service.service.resources);
    expect(await toldSoFar()).toEqual({ mail: 1, chat: 1 });
  });

  it('is not told again where an older program has noted it already', async () => {
    const id = await raise();
    expect(await toldSoFar()).toEqual({ mail: 1, chat: 1 });
    await end(id);
    await inOlderForm();
    await adoptOlderChanges(service.service.resources);
    expect(await toldSoFar()).toEqual({ mail: 1, chat: 2 });
    // As if its sequencer had given the event its place only now.
    await tell({ resolved: [{ id, resolution: 'port_closed' }] });
    await inOlderForm();
    await adoptOlderChanges(service.service.resources);
    expect(await toldSoFar()).toEqual({ mail: 1, chat: 2 });
  });

  it('is kept while its alert is, and is nothing to hold others up by without', async () => {
    const id = await raise();
    await inOlderForm();
    await query('DELETE FROM alerts WHERE id = $1', [id]);
    await raise();
    await adoptOlderChanges(service.service.resources);
    expect(await toldSoFar()).toEqual({ mail: 1, chat: 1 });
    expect(await query('SELECT 1 FROM channel_inbox', [])).toEqual([]);
  });
});
