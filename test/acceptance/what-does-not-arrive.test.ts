import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { MailServer } from '../support/mail-server.ts';
import { exposeServer, mailIsQuiet } from '../support/notifications.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

const scanner = new ScriptedScanner();
let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  mailServer = await MailServer.start();
  service = await TestService.start({
    scanner,
    environment: { ...mailServer.environment, WEBHOOK_ALLOW: '127.0.0.0/8' },
  });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
});

const run = (...args: string[]) => runCommand(testEnvironment(service.databaseName), [...args, '--json']);
const finding = async (check: string) =>
  (await run('doctor')).json.findings.find((each: { check: string }) => each.check === check);
const failingMetric = async (way: string) => {
  const { body } = await service.client('127.0.0.1', null).get('/metrics');
  return Number(
    new RegExp(`^breakwater_deliveries_failing_seconds\\{way="${way}"\\} (\\S+)$`, 'm').exec(
      body as unknown as string,
    )?.[1],
  );
};

it('a mail server that takes nothing is told, between two attempts as well; one mail that is put off is not', async () => {
  const refuse = (address: string) => (address.startsWith('later') ? { code: 451, message: 'later' } : undefined);
  mailServer.refuseAddress = refuse;
  await exposeServer(partner, scanner, 1, [3306], { client_email: 'later@example.org' });
  await mailIsQuiet(service);
  await exposeServer(partner, scanner, 2, [3306], { client_email: 'jane@example.org' });
  await eventually('a mail has arrived', async () => mailServer.mailsTo('jane@example.org').length > 0);
  await mailIsQuiet(service);
  expect((await run('status')).json.failing.mail).toEqual({ count: 0, seconds: 0 });

  mailServer.refuseAddress = () => ({ code: 421, message: 'not now' });
  await exposeServer(partner, scanner, 3, [3306], { client_email: 'joe@example.org' });
  await mailIsQuiet(service);
  const { json, exitCode } = await run('status', '--check');
  expect(json.failing.mail.count).toBe(1);
  expect(json.troubles).toContainEqual(expect.stringMatching(/^no mail has been taken for \d+ s$/));
  expect(exitCode).toBe(1);
  expect(await finding('mails')).toMatchObject({ state: 'warn', detail: expect.stringContaining('1 mails wait') });
  service.clock.advanceSeconds(40);
  await eventually('the metric counts on', async () => (await failingMetric('mail')) >= 40);

  mailServer.refuseAddress = () => undefined;
  service.clock.advanceSeconds(7_200);
  await eventually('it has arrived', async () => mailServer.mailsTo('joe@example.org').length > 0);
  await mailIsQuiet(service);
  expect((await run('status')).json.failing.mail).toEqual({ count: 0, seconds: 0 });
});

it('a receiver of webhooks that is away is told, though nothing is due until the next attempt', async () => {
  const url = `http://127.0.0.1:${await freePort()}/hook`;
  expectSuccess(await partner.api.post('/api/v1/webhooks', { url, types: ['endpoint.created'] }), 201);
  await exposeServer(partner, scanner, 4, [22]);
  await eventually('it has failed', async () => (await run('status')).json.failing.webhook.count === 1);
  expect(await finding('webhooks')).toMatchObject({ state: 'warn', detail: expect.stringContaining('1 webhooks') });
  service.clock.advanceSeconds(4_000);
  await eventually('the metric counts on', async () => (await failingMetric('webhook')) >= 4_000);
});

it('status --check ends with 1 beside a node that died, and doctor names it', async () => {
  const { pool } = service.store.database;
  await pool.query(
    `INSERT INTO nodes SELECT gen_random_uuid(), 'worker', 'lost.internal', 7, '0.0.9', true, '{}', 0, NULL, NULL,
       now() - interval '2 hours', now() - interval '4 minutes'`,
  );
  const { json, exitCode } = await run('status', '--check');
  expect(json.troubles).toContainEqual(expect.stringMatching(/^worker lost\.internal:7 has been silent for 2\d\d s$/));
  expect(exitCode).toBe(1);
  expect(await finding('nodes')).toMatchObject({ state: 'warn', detail: expect.stringContaining('lost.internal:7') });
  await pool.query(`DELETE FROM nodes WHERE host = 'lost.internal'`);
  expect((await run('status')).exitCode).toBe(0);
});
