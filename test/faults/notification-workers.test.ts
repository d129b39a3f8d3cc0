import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';
import { completeScan } from '../support/completed-scans.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { MailServer } from '../support/mail-server.ts';
import { mailIsQuiet, settingsPath } from '../support/notifications.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

/** A worker's claim on a mail lapses after this time. */
const claimSeconds = 120;

let mailServer: MailServer;
/** Answers the API and sends nothing. */
let service: TestService;
let partner: TestPartner;
let successors: TestService[];

beforeEach(async () => {
  successors = [];
  mailServer = await MailServer.start();
  service = await TestService.start({ role: 'api', environment: mailServer.environment });
  partner = await service.partner();
});
afterEach(async () => {
  for (const successor of successors) await successor.stop();
  await service?.stop();
  await mailServer?.close();
});

async function startWorker(): Promise<void> {
  const environment = { ...mailServer.environment, SCAN_ENGINE: 'off' };
  successors.push(await TestService.start({ sharedWith: service, role: 'worker', environment }));
}

/** A customer with a new alert that nobody has been told of; returns how to raise another one. */
async function raiseAlert(clientId: number, email: string): Promise<() => Promise<void>> {
  const endpointId = await provision(partner.api, loopbackAddress(), { client_id: clientId, client_email: email });
  await partner.api.send('PUT', settingsPath, { client_id: clientId, port_alerts_min_severity: 'low' });
  await completeScan(service, partner, endpointId, { open: ['3306:tcp'] });
  return async () => {
    await completeScan(service, partner, endpointId, { open: ['3306:tcp', '6379:tcp'] });
  };
}

async function deliveryStatuses(): Promise<string[]> {
  const { rows } = await service.store.database.pool.query<{ status: string }>(
    'SELECT status FROM notification_deliveries ORDER BY created_at, id',
  );
  return rows.map(({ status }) => status);
}

describe('a worker that is killed', () => {
  const email = 'jane@example.org';
  let doomed: ChildProcess | undefined;

  afterEach(() => {
    doomed?.kill('SIGKILL');
  });

  function startDoomed(): void {
    const script = fileURLToPath(new URL('../support/mail-worker.ts', import.meta.url));
    const environment = { ...testEnvironment(service.databaseName), ...mailServer.environment };
    doomed = spawn(process.execPath, [script], {
      env: { PATH: process.env.PATH, ...compileCache, ...environment },
      stdio: 'inherit',
    });
  }

  async function dead(): Promise<void> {
    if (doomed?.exitCode === null && doomed.signalCode === null) await once(doomed, 'exit');
  }

  it('after the mail server took the whole mail, before it could note so: there is one mail, and the next alert has its own', async () => {
    const raiseAnother = await raiseAlert(1, email);
    mailServer.refuseMail = async () => {
      doomed?.kill('SIGKILL');
      await dead();
      return undefined;
    };
    startDoomed();
    await eventually('the mail is taken', async () => mailServer.mailsTo(email).length === 1);
    expect(await deliveryStatuses()).toEqual(['handed_over']);

    mailServer.refuseMail = () => undefined;
    await startWorker();
    service.clock.advanceSeconds(claimSeconds);
    await eventually('its claim lapses', async () => (await deliveryStatuses())[0] === 'presumed_sent');
    await mailIsQuiet(service);
    expect(mailServer.offered).toEqual([email]);

    await raiseAnother();
    service.clock.advanceSeconds(300);
    await eventually('the next mail', async () => mailServer.mailsTo(email).length === 2);
    expect(mailServer.mailsTo(email)[1]!.text).toContain('(port 6379/tcp)');
    expect(mailServer.mailsTo(email)[1]!.text).not.toContain('(port 3306/tcp)');
  });

  it('before it gave the text to the mail server leaves the mail to another: there is one', async () => {
    await raiseAlert(1, email);
    mailServer.refuseAddress = () => {
      doomed?.kill('SIGKILL');
      return undefined;
    };
    startDoomed();
    await eventually('the address is offered', async () => mailServer.offered.length === 1);
    await dead();
    expect(await deliveryStatuses()).toEqual(['pending']);

    mailServer.refuseAddress = () => undefined;
    await startWorker();
    service.clock.advanceSeconds(claimSeconds);
    await eventually('the mail is taken', async () => mailServer.mailsTo(email).length === 1);
    await mailIsQuiet(service);
    expect(await deliveryStatuses()).toEqual(['sent']);
    expect(mailServer.mails).toHaveLength(1);
  });
});

describe('several workers at once', () => {
  it('send each mail once', async () => {
    const emails = Array.from({ length: 25 }, (_, index) => `customer-${index}@example.org`);
    for (const [index, email] of emails.entries()) await raiseAlert(index + 1, email);
    await Promise.all([startWorker(), startWorker(), startWorker()]);
    await eventually('all mails are sent', async () => mailServer.mails.length >= emails.length);
    await mailIsQuiet(service);
    expect(mailServer.mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
    expect(mailServer.offered).toHaveLength(emails.length);
  });

  it('that find a claim lapsed while its worker still sends, have it give up before the text goes out', async () => {
    const email = 'slow@example.org';
    await raiseAlert(1, email);
    mailServer.refuseAddress = async () => {
      mailServer.refuseAddress = () => undefined;
      // As if this worker had been silent for too long: its claim is over when the server wants the text.
      await service.store.database.pool.query(
        'UPDATE notification_deliveries SET attempts = attempts + 1, next_attempt_at = $1',
        [service.clock.now()],
      );
      return undefined;
    };
    await startWorker();
    await eventually('the mail is taken', async () => mailServer.mailsTo(email).length >= 1);
    await mailIsQuiet(service);
    expect(mailServer.offered).toEqual([email, email]);
    expect(mailServer.mails).toHaveLength(1);
    expect(await deliveryStatuses()).toEqual(['sent']);
  });
});
