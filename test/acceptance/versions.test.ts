import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { completeScan } from '../support/completed-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let publisher: Server;
let answer: RequestListener = (_request, response) => response.writeHead(404).end();
const folder = mkdtempSync(join(tmpdir(), 'versions-'));
const hasXz = spawnSync('xz', ['--version']).status === 0;
/** Loopback, and admitted by its name. */
const host = '127.0.0.2';

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  publisher = createServer((request, response) => answer(request, response)).listen(0, host);
  await once(publisher, 'listening');
});
afterAll(async () => {
  publisher?.close();
  rmSync(folder, { recursive: true });
  await service?.stop();
});

const versions = (...words: string[]) =>
  runCommand({ ...testEnvironment(service.databaseName), WEBHOOK_ALLOW: host }, ['versions', ...words, '--json']);

const dayMs = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
/** Of the publishers, so that what they say is news. */
const yesterday = dayAgo(1);

function file(name: string, contents: string | Buffer, writtenAt = new Date(yesterday)): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  utimesSync(path, writtenAt, writtenAt);
  return path;
}

const tracker = (fixed: string) =>
  JSON.stringify({
    openssh: {
      'CVE-2024-6387': {
        releases: { bookworm: { status: 'resolved', fixed_version: fixed }, forky: { status: 'new', urgency: 'odd' } },
      },
    },
    bash: {},
    zlib: {},
  });
const catalogueOf = (day: string) =>
  JSON.stringify({
    dateReleased: `${day}T10:00:00Z`,
    count: 1,
    vulnerabilities: [{ cveID: 'CVE-2024-6387' }],
  });
const catalogue = catalogueOf(dayAgo(2));

/** A scan hears an OpenSSH that Debian has mended since. */
async function hear(endpointId: string): Promise<void> {
  const identities = { '22:tcp': { version: '9.2p1', banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2' } };
  await completeScan(service, partner, endpointId, { open: ['22:tcp'], identities });
}

async function versionAlerts(endpointId: string): Promise<unknown[]> {
  const { alerts } = expectSuccess(await partner.api.get('/api/v1/monitoring/alerts?kind=version'));
  return (alerts as { subject: { id: string } }[]).filter(({ subject }) => subject.id === endpointId);
}

async function verdictsOfServer(): Promise<unknown[]> {
  const endpointId = await provision(partner.api, loopbackAddress());
  await hear(endpointId);
  const { body } = await partner.api.get(`/api/v1/endpoints/${endpointId}/services`);
  return body.data[0].components[0].verdicts.filter(({ about }: { about: string }) => about === 'vulnerability');
}

const db = () => service.service.resources.db;
const status = () => runCommand(testEnvironment(service.databaseName), ['status', '--json']);

async function feed(name: string) {
  const { json } = await versions('status');
  return json.feeds.find((each: { name: string }) => each.name === name);
}

async function ageInMetrics(name: string): Promise<number | null> {
  const { body } = await service.client('127.0.0.1', null).get('/metrics');
  const found = new RegExp(`^breakwater_version_data_age_seconds\\{feed="${name}"\\} (\\S+)$`, 'm').exec(
    body as unknown as string,
  );
  return found && Number(found[1]!.replace('+Inf', 'Infinity'));
}

async function doctor() {
  const { json } = await runCommand(testEnvironment(service.databaseName), ['doctor', '--json']);
  return json.findings.find(({ check }: { check: string }) => check === 'versions');
}

describe('what versions are judged by', () => {
  it('without data nothing is said of vulnerabilities but that; ends of life are shipped', async () => {
    expect(await verdictsOfServer()).toMatchObject([
      { verdict: 'unknown', explanation: expect.stringContaining('is not looked at'), cve: null },
    ]);
    const { json } = await versions('status');
    expect(json).toMatchObject({
      feeds: [
        { name: 'debian-releases', as_of: '2026-04-25', imported_at: null },
        { name: 'ubuntu-releases', as_of: '2026-04-25', imported_at: null },
        { name: 'endoflife', as_of: '2026-08-22', imported_at: null },
        { name: 'debian', as_of: null },
        { name: 'ubuntu', as_of: null },
        { name: 'kev', as_of: null },
        { name: 'epss', as_of: null },
      ],
    });
  });

  it('with the tracker and the catalogue, in whichever order, a server has what its distribution mended later', async () => {
    const kev = await versions('import', '--source', 'kev', file('kev.json', catalogue));
    expect(kev).toMatchObject({ exitCode: 0, json: { name: 'kev', as_of: dayAgo(2), entries: 1 } });
    const debian = await versions(
      'import',
      '--source',
      'debian',
      file('json.gz', gzipSync(tracker('1:9.2p1-2+deb12u3'))),
    );
    expect(debian).toMatchObject({
      exitCode: 0,
      json: { name: 'debian', as_of: yesterday, entries: 3, passed_over: ['status "new"'] },
    });
    expect(await verdictsOfServer()).toMatchObject([
      {
        verdict: 'affected',
        severity: 'high',
        cve: 'CVE-2024-6387',
        fixed_version: '1:9.2p1-2+deb12u3',
        source: 'debian',
        data_as_of: yesterday,
        check: expect.stringContaining("ge '1:9.2p1-2+deb12u3' && echo fixed"),
      },
    ]);
  });

  it('what is refused leaves the last good one: a file that is cut, another one, a part of one', async () => {
    const whole = gzipSync(tracker('1:9.2p1-2+deb12u9'));
    const refused = async (path: string, why: RegExp) => {
      const outcome = await versions('import', '--source', 'debian', path);
      expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
      expect(outcome.stderr).toMatch(why);
    };
    await refused(
      file('cut.gz', whole.subarray(0, -20)),
      /is not imported\. It cannot be read: unexpected end of file/,
    );
    await refused(file('cut.json', tracker('1').slice(0, -3)), /it is cut/);
    await refused(file('kev.json', catalogue), /no tracker of Debian/);
    await refused(
      file('part.json', `{"openssh": {}}`),
      /It has 1 entries where the last one had 3: it is a part of a file/,
    );
    await refused(join(folder, 'none'), /cannot be read: ENOENT/);
    expect(await verdictsOfServer()).toMatchObject([{ fixed_version: '1:9.2p1-2+deb12u3' }]);
  });

  it('what comes out of order changes nothing: a file that is older than the last one, or of a day to come', async () => {
    const refused = async (day: string, why: RegExp) => {
      const outcome = await versions('import', '--source', 'kev', file('kev.json', catalogueOf(day)));
      expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
      expect(outcome.stderr).toMatch(why);
    };
    await refused(dayAgo(9), new RegExp(`kev.json is not imported. It is of ${dayAgo(9)}, older than the last one of`));
    await refused(dayAgo(-3), new RegExp(`It says that it is of ${dayAgo(-3)}, a day that has not come yet`));
    expect((await feed('kev')).as_of).toBe(dayAgo(2));
    // A file of which it is not known when it was written is none of a day to come.
    const ahead = file('ahead.json', tracker('1:9.2p1-2+deb12u3'), new Date(Date.now() + 9 * dayMs));
    expect(await versions('import', '--source', 'debian', ahead)).toMatchObject({ json: { as_of: dayAgo(0) } });
    await sql`UPDATE version_feeds SET as_of = ${yesterday} WHERE name = 'debian'`.execute(db());
  });

  it('a file is as old as what it was fetched from, however late it is imported', async () => {
    const last = await feed('kev');
    const late = file('kev.json', catalogue, new Date(Date.now() - 5 * dayMs));
    expect(await versions('import', '--source', 'kev', late)).toMatchObject({ exitCode: 0 });
    expect((await feed('kev')).age_seconds / 86_400).toBeCloseTo(5, 1);
    const [old, affected] = await verdictsOfServer();
    expect(old).toMatchObject({ verdict: 'unknown', explanation: expect.stringContaining('too long ago') });
    expect(affected).toMatchObject({ verdict: 'affected' });
    expect(await versions('import', '--source', 'kev', file('kev.json', catalogue))).toMatchObject({ exitCode: 0 });
    expect((await feed('kev')).as_of).toBe(last.as_of);
  });

  it('how old it is, metrics and status tell', async () => {
    const age = await ageInMetrics('kev');
    expect(age).toBeGreaterThan(86_000);
    expect(age).toBeLessThan(3 * 86_400);
    expect(await ageInMetrics('endoflife')).toBeGreaterThan(86_400);
    expect(await ageInMetrics('epss')).toBeNull();
    const { json } = await status();
    expect(json.versions).toContainEqual({
      name: 'kev',
      as_of: dayAgo(2),
      age_seconds: expect.any(Number),
      readable: true,
    });
    expect(json.versions).toContainEqual({ name: 'epss', as_of: null, age_seconds: null, readable: true });
    expect(json.troubles.filter((trouble: string) => trouble.startsWith('data about versions'))).toEqual([]);
  });

  it.skipIf(!hasXz)('what xz has packed is read, and refused where it is cut', { tags: 'xz-utils' }, async () => {
    const packed = execFileSync('xz', ['--stdout'], { input: catalogue });
    expect(await versions('import', '--source', 'kev', file('kev.xz', packed))).toMatchObject({ exitCode: 0 });
    const cut = await versions('import', '--source', 'kev', file('kev.xz', packed.subarray(0, -12)));
    expect(cut).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('cannot be unpacked by xz') });
  });

  it('an update fetches what changed, follows a publisher to where the data is, and says what failed', async () => {
    const { port } = publisher.address() as AddressInfo;
    const asked: (string | undefined)[] = [];
    answer = (request, response) => {
      if (request.url === '/current') return response.writeHead(302, { location: '/today' }).end();
      asked.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
      response.writeHead(200, { etag: '"1"', 'last-modified': new Date(yesterday).toUTCString() });
      return response.end(tracker('1:9.2p1-2+deb12u2'));
    };
    const update = (url: string) => versions('update', '--source', 'debian', '--url', url);
    const outcomes = async (url: string) =>
      ((await update(url)).json as { feeds: { outcome: string }[] }).feeds[0]!.outcome;
    expect(await outcomes(`http://${host}:${port}/current`)).toBe('imported');
    expect(await outcomes(`http://${host}:${port}/current`)).toBe('unchanged');
    expect(asked).toEqual([undefined, '"1"']);
    expect(await doctor()).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^debian 0 hours old, kev \d\d hours old; ends of life as of 2026-04-25$/),
    });
    expect(await verdictsOfServer()).toMatchObject([{ verdict: 'fixed', fixed_version: '1:9.2p1-2+deb12u2' }]);
    await sql`UPDATE version_feeds SET checked_at = now() - interval '4 days' WHERE name = 'kev'`.execute(db());
    expect(await doctor()).toMatchObject({
      state: 'warn',
      detail: expect.stringMatching(/^kev of [\d-]+: older than three days$/),
    });
    answer = (_request, response) => {
      const whole = tracker('1:9.2p1-2+deb12u9');
      response.writeHead(200, { etag: '"2"', 'content-length': whole.length });
      response.write(whole.slice(0, -9), () => response.destroy());
    };
    expect(await update(`http://${host}:${port}/current`)).toMatchObject({
      exitCode: 1,
      json: { feeds: [{ outcome: 'failed', text: expect.stringMatching(/is not imported\. \S/) }] },
    });
    expect(await verdictsOfServer()).toMatchObject([{ verdict: 'unknown' }, { fixed_version: '1:9.2p1-2+deb12u2' }]);
    answer = (_request, response) => response.writeHead(503).end();
    expect(await update(`http://${host}:${port}/current`)).toMatchObject({
      exitCode: 1,
      json: { feeds: [{ outcome: 'failed', text: expect.stringContaining('answered with status 503') }] },
    });
    expect(await update('http://10.0.0.1/')).toMatchObject({
      exitCode: 1,
      json: { feeds: [{ outcome: 'failed', text: expect.stringContaining('no address that requests may go to') }] },
    });
    expect(await versions('update', '--url', 'https://example.com')).toMatchObject({ exitCode: 1 });
  });

  it('what another release kept in another shape is told, ends nothing, and is fetched whole though it has not changed', async () => {
    const { port } = publisher.address() as AddressInfo;
    const url = `http://${host}:${port}/kev`;
    const asked: (string | undefined)[] = [];
    answer = (request, response) => {
      asked.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === '"k"') return response.writeHead(304).end();
      return response.writeHead(200, { etag: '"k"' }).end(catalogue);
    };
    const update = async () => (await versions('update', '--source', 'kev', '--url', url)).json.feeds[0].outcome;
    expect([await update(), await update()]).toEqual(['imported', 'unchanged']);
    const scores = `#model_version:v1,score_date:${yesterday}T00:00:00Z\ncve,epss,percentile\nCVE-2024-6387,0.9,0.99\n`;
    expect(await versions('import', '--source', 'epss', file('epss.csv', scores))).toMatchObject({ exitCode: 0 });
    await versions('import', '--source', 'debian', file('json', tracker('1:9.2p1-2+deb12u3'), new Date()));
    const [id, alerts] = [await provision(partner.api, loopbackAddress()), () => versionAlerts(id)];
    await hear(id);
    await hear(id);
    expect(await alerts()).toMatchObject([{ status: 'open', title: 'OpenSSH has CVE-2024-6387, which is exploited' }]);

    await sql`UPDATE version_feeds SET kept = '["CVE-2024-6387"]', digest = 'of another release' WHERE name = 'kev'`.execute(
      db(),
    );
    expect(await doctor()).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('kev: kept by another version in a shape that this one does not read'),
      cure: expect.stringContaining('breakwater versions update'),
    });
    expect((await status()).json.troubles).toContainEqual(expect.stringMatching(/^data about versions: kev: kept by/));
    expect(await feed('kev')).toMatchObject({ readable: false, age_seconds: null });
    expect(await ageInMetrics('kev')).toBe(Number.POSITIVE_INFINITY);
    await hear(id);
    expect(await alerts()).toMatchObject([{ status: 'open' }]);

    asked.length = 0;
    expect([await update(), await update()]).toEqual(['imported', 'unchanged']);
    expect(asked).toEqual([undefined, '"k"']);
    expect(await feed('kev')).toMatchObject({ readable: true });
    await hear(id);
    expect(await alerts()).toMatchObject([{ status: 'open' }]);
  });
});
