import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { exposeServer } from '../support/notifications.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

const scanner = new ScriptedScanner();
const directory = mkdtempSync(join(tmpdir(), 'export-'));
let service: TestService;
let partner: TestPartner;
let server: Awaited<ReturnType<typeof exposeServer>>;
/** Of the service's clock. */
let today: string;
let tomorrow: string;

beforeAll(async () => {
  service = await TestService.start({ scanner });
  partner = await service.partner();
  server = await exposeServer(partner, scanner, 42, [3306, 6379]);
  await provision(await enableSandbox(service, partner), '127.77.0.1', { client_id: 43 });
  const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
  today = dayOf(service.clock.now());
  tomorrow = dayOf(new Date(service.clock.now().getTime() + 86_400_000));
});
afterAll(async () => {
  await service?.stop();
  rmSync(directory, { recursive: true });
});

function run(what: string, options: readonly string[], name = `${randomUUID()}.csv`) {
  const file = join(directory, name);
  return runCommand(testEnvironment(service.databaseName), ['export', what, file, ...options, '--json']);
}

/** The rows by the names of their columns. Values here have no line breaks. */
async function exported(what: string, from = today, to = tomorrow): Promise<Record<string, string>[]> {
  const outcome = await run(what, ['--from', from, '--to', to]);
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  const [names, ...lines] = readFileSync(outcome.json.file, 'utf8').trimEnd().split('\n');
  expect(outcome.json.rows).toBe(lines.length);
  const valuesOf = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, value]) =>
      value!.replace(/^"|"$/g, '').replaceAll('""', '"'),
    );
  return lines.map((line) =>
    Object.fromEntries(names!.split(',').map((name, index) => [name, valuesOf(line)[index]!])),
  );
}

describe('breakwater export', () => {
  it('scans: what was asked of which server, and what came of it', async () => {
    const scans = await exported('scans');
    expect(scans).toEqual([
      expect.objectContaining({
        partner_id: partner.partnerId,
        endpoint_id: server.endpointId,
        ip_address: server.address,
        trigger: 'scheduled',
        status: 'completed',
        port_set: 'top-1000',
        open_ports_count: '2',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/),
      }),
    ]);
  });

  it('ports and alerts: those that were open in the period, also if they began before it', async () => {
    const ports = await exported('ports');
    expect(ports.map(({ ip_address, protocol, port, closed_at }) => [ip_address, protocol, port, closed_at])).toEqual(
      expect.arrayContaining([3306, 6379].map((port) => [server.address, 'tcp', String(port), ''])),
    );
    expect(Object.keys(ports[0]!)).toEqual(
      expect.arrayContaining(['known_by', 'product', 'version', 'operating_system', 'tls', 'banner', 'stated']),
    );
    const alerts = await exported('alerts');
    expect(alerts.map(({ alert_id }) => alert_id).toSorted()).toEqual([...server.alertIds.values()].toSorted());
    expect(alerts[0]).toMatchObject({ kind: 'port', status: 'open', billing_customer_id: '42' });
    const dayAfter = new Date(`${tomorrow}T00:00:00Z`).getTime() + 86_400_000;
    const later = new Date(dayAfter).toISOString().slice(0, 10);
    expect(await exported('alerts', tomorrow, later)).toHaveLength(2);
    expect(await exported('scans', tomorrow, later)).toEqual([]);
  });

  it('events and audit: each with what it says, as JSON, and nothing of a sandbox', async () => {
    const events = await exported('events');
    const told = (await partner.api.get('/api/v1/events?limit=100')).body.data.events;
    expect(events.map(({ event_id }) => event_id).toSorted()).toEqual(
      told.map(({ id }: { id: string }) => id).toSorted(),
    );
    const opened = events.filter(({ type }) => type === 'alert.opened');
    expect(opened.map(({ data }) => JSON.parse(data!).alert.id).toSorted()).toEqual(
      [...server.alertIds.values()].toSorted(),
    );
    const audit = await exported('audit');
    const ofServer = audit.filter(({ subject_id }) => subject_id === server.endpointId);
    expect(ofServer).toEqual([expect.objectContaining({ action: 'endpoint.provisioned', billing_customer_id: '42' })]);
    expect(JSON.parse(ofServer[0]!.details!)).toMatchObject({ ip_address: server.address });
    expect(JSON.stringify([events, audit])).not.toContain('127.77.0.1');
  });

  it('compresses a file whose name ends in .gz, which only its owner reads', async () => {
    const { json } = await run('scans', ['--from', today, '--to', tomorrow], 'scans.csv.gz');
    expect(gunzipSync(readFileSync(json.file)).toString()).toContain(server.address);
    expect(statSync(json.file).mode & 0o777).toBe(0o600);
  });

  it('replaces no file, and leaves none that is not whole', async () => {
    const period = ['--from', today, '--to', tomorrow];
    const first = await run('scans', period, 'once.csv');
    const before = readFileSync(first.json.file);
    const again = await run('scans', period, 'once.csv');
    expect(again.exitCode).toBe(1);
    expect(JSON.parse(again.stderr).error.message).toMatch(/once\.csv exists already\.$/);
    expect(readFileSync(first.json.file)).toEqual(before);
    const nowhere = await run('scans', period, 'no/such/directory.csv');
    expect(nowhere.exitCode).toBe(1);
    expect(JSON.parse(nowhere.stderr).error.message).toContain(
      'directory.csv cannot be written: no such file or directory',
    );
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    ['a day that there is not', ['--from', '2026-02-30', '--to', '2026-03-01'], /It has to be a day/],
    ['a time', ['--from', '2026-02-01T00:00', '--to', '2026-03-01'], /It has to be a day/],
    ['an end before the beginning', ['--from', '2026-03-01', '--to', '2026-03-01'], /--to has to be after --from/],
    ['no period', [], /required option '--from <date>' not specified/],
  ])('refuses %s as a mistake of usage', async (_what, options, message) => {
    const outcome = await run('events', options);
    expect(outcome.exitCode).toBe(2);
    expect(outcome.stderr).toMatch(message);
  });
});
