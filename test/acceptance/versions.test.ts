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

function file(name: string, contents: string | Buffer, day = '2026-11-28'): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  utimesSync(path, new Date(day), new Date(day));
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
const catalogue = JSON.stringify({
  dateReleased: '2026-11-27T10:00:00Z',
  count: 1,
  vulnerabilities: [{ cveID: 'CVE-2024-6387' }],
});

async function verdictsOfServer(): Promise<unknown[]> {
  const endpointId = await provision(partner.api, loopbackAddress());
  const identities = { '22:tcp': { version: '9.2p1', banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2' } };
  await completeScan(service, partner, endpointId, { open: ['22:tcp'], identities });
  const { body } = await partner.api.get(`/api/v1/endpoints/${endpointId}/services`);
  return body.data[0].components[0].verdicts.filter(({ about }: { about: string }) => about === 'vulnerability');
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
    expect(kev).toMatchObject({ exitCode: 0, json: { name: 'kev', as_of: '2026-11-27', entries: 1 } });
    const debian = await versions(
      'import',
      '--source',
      'debian',
      file('json.gz', gzipSync(tracker('1:9.2p1-2+deb12u3'))),
    );
    expect(debian).toMatchObject({
      exitCode: 0,
      json: { name: 'debian', as_of: '2026-11-28', entries: 3, passed_over: ['status "new"'] },
    });
    expect(await verdictsOfServer()).toMatchObject([
      {
        verdict: 'affected',
        cve: 'CVE-2024-6387',
        fixed_version: '1:9.2p1-2+deb12u3',
        source: 'debian',
        data_as_of: '2026-11-28',
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
      response.writeHead(200, { etag: '"1"', 'last-modified': 'Sat, 28 Nov 2026 10:00:00 GMT' });
      return response.end(tracker('1:9.2p1-2+deb12u2'));
    };
    const update = (url: string) => versions('update', '--source', 'debian', '--url', url);
    const outcomes = async (url: string) =>
      ((await update(url)).json as { feeds: { outcome: string }[] }).feeds[0]!.outcome;
    expect(await outcomes(`http://${host}:${port}/current`)).toBe('imported');
    expect(await outcomes(`http://${host}:${port}/current`)).toBe('unchanged');
    expect(asked).toEqual([undefined, '"1"']);
    expect(await doctor()).toMatchObject({ state: 'ok', detail: 'debian, kev: not older than three days' });
    expect(await verdictsOfServer()).toMatchObject([{ verdict: 'fixed', fixed_version: '1:9.2p1-2+deb12u2' }]);
    await sql`UPDATE version_feeds SET checked_at = now() - interval '4 days' WHERE name = 'kev'`.execute(
      service.service.resources.db,
    );
    expect(await doctor()).toMatchObject({
      state: 'warn',
      detail: expect.stringMatching(/^kev of .* older than three days$/),
    });
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
});
