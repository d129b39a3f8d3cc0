/**
 * BIND with a private root, signed and broken zones, and Unbound, which validates what it tells of them: on loopback, so that nobody is asked whose
 * the names are.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInstalled } from '../../../scripts/test-tools.ts';
import { noTemplate } from '../../engines/domain-posture/domain-look.ts';
import { judgePosture } from '../../engines/domain-posture/judge-posture.ts';
import { systemClock } from '../../platform/clock.ts';
import { DnsClient } from '../../platform/dns/dns-client.ts';

const installed = ['/usr/sbin/named', '/usr/sbin/unbound', 'dnssec-signzone'].every(isInstalled);
const address = '127.0.0.1';
const directory = mkdtempSync(path.join(tmpdir(), 'zones-'));
const daemons: ChildProcess[] = [];
let [named, unbound] = [0, 0];

const below = ['good', 'expired', 'mismatch', 'nods', 'insecure'].map((name) => `${name}.test`);

beforeAll(async () => {
  if (!installed) return;
  [named, unbound] = [await freePort(), await freePort()];
  const ds = Object.fromEntries(
    below.map((zone) => [zone, makeZone(zone, zone === 'good.test' ? ['@ TXT "v=spf1 -all"'] : [])]),
  );
  const delegations = below.map((zone) => `${zone}. NS ns1.test.`);
  const wrong = ds['mismatch.test']!.replace(/ 13 2 .{8}/, ' 13 2 00000000');
  const top = makeZone('test', ['ns1 A 127.0.0.1', ...delegations, ds['good.test']!, ds['expired.test']!, wrong]);
  const anchor = makeZone('', ['test. NS ns1.test.', 'ns1.test. A 127.0.0.1', top]);
  const zones = ['', 'test', ...below];
  writeFileSync(
    path.join(directory, 'named.conf'),
    `options { directory "${directory}"; listen-on port ${named} { ${address}; }; listen-on-v6 { none; }; recursion no;
      pid-file none; session-keyfile none; dnssec-validation no; notify no; };
    controls { };
    ${zones.map((zone) => `zone "${zone || '.'}" { type primary; file "zone.${zone}"; };`).join('\n')}\n`,
  );
  writeFileSync(
    path.join(directory, 'unbound.conf'),
    `server:
  interface: ${address}@${unbound}
  do-daemonize: no
  chroot: ""
  username: ""
  directory: "${directory}"
  pidfile: ""
  use-syslog: no
  do-not-query-localhost: no
  ede: yes
  local-zone: "test." nodefault
  trust-anchor: "${anchor.replace(' IN ', ' ')}"
${zones.map((zone) => `stub-zone:\n  name: "${zone || '.'}"\n  stub-addr: ${address}@${named}`).join('\n')}
remote-control:
  control-enable: no\n`,
  );
  daemons.push(
    spawn('/usr/sbin/named', ['-g', '-c', path.join(directory, 'named.conf')], { stdio: 'ignore' }),
    spawn('/usr/sbin/unbound', ['-d', '-c', path.join(directory, 'unbound.conf')], { stdio: 'ignore' }),
  );
  const start = { name: 'good.test', type: 'SOA' } as const;
  while ((await client().through(`${address}:${unbound}`)(start)).outcome !== 'records') await delay(100);
});

afterAll(() => {
  for (const daemon of daemons) daemon.kill();
  rmSync(directory, { recursive: true });
});

function client(): DnsClient {
  return new DnsClient({ clock: systemClock, trusts: () => true, mayAsk: (to) => to === address, serverPort: named });
}

/**
 * Writes a zone, and signs it unless it is insecure.
 * @returns its DS record for the zone above; empty: there is none
 */
function makeZone(zone: string, records: readonly string[]): string {
  const file = `zone.${zone}`;
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = ['$TTL 300', `$ORIGIN ${zone}.`, '@ SOA ns1.test. a.test. 7 60 60 60 60', '@ NS ns1.test.', ...records];
  writeFileSync(path.join(directory, file), `${lines.join('\n')}\n`);
  if (zone === 'insecure.test') return '';
  const key = run('dnssec-keygen', '-q', '-a', 'ECDSAP256SHA256', '-f', 'KSK', `${zone}.`).trim();
  const keyLines = readFileSync(path.join(directory, `${key}.key`), 'utf8');
  writeFileSync(path.join(directory, file), keyLines, { flag: 'a' });
  const past = zone === 'expired.test' ? ['-s', '20200101000000', '-e', '20200201000000'] : [];
  run('dnssec-signzone', '-q', '-P', '-z', '-o', `${zone}.`, '-f', file, ...past, file, key);
  return zone === 'nods.test' ? '' : run('dnssec-dsfromkey', '-2', `${key}.key`).trim();
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, address);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe.skipIf(!installed)('real name servers', { tags: ['bind9', 'unbound'] }, () => {
  // It stands first: what Unbound remembers as bogus it tells without the reason.
  it.each(['expired.test', 'mismatch.test'])('the reason of a failure is read: %s', async (name) => {
    const ask = client().through(`${address}:${unbound}`);
    const { outcome, extendedError } = await ask({ name, type: 'SOA' });
    expect(outcome).toBe('failed');
    // Those that are about DNSSEC (RFC 8914): which of them Unbound names differs from release to release.
    expect([6, 7, 8, 9, 10, 11, 12]).toContain(extendedError);
    expect(await ask({ name, type: 'SOA', checkingDisabled: true })).toMatchObject({ outcome: 'records' });
  });

  it.each([
    ['good.test', 'ok', 'dnssec.fine'],
    ['insecure.test', 'absent', 'dnssec.absent'],
    ['nods.test', 'weak', 'dnssec.no_ds'],
    ['expired.test', 'broken', 'dnssec.bogus'],
    ['mismatch.test', 'broken', 'dnssec.bogus'],
  ])('%s is %s: %s', async (name, state, reason) => {
    const verdicts = await judge(name);
    expect(verdicts.find(({ check }) => check === 'dnssec')).toMatchObject({ state, remarks: [{ reason }] });
  });

  it('name servers are asked themselves', async () => {
    const { remarks, evidence } = (await judge('good.test')).find(({ check }) => check === 'name_servers')!;
    expect(remarks).toEqual([{ reason: 'name_servers.only_one', values: {} }]);
    expect(evidence.at(-1)).toMatchObject({ outcome: 'records', server: address, isAuthoritative: true });
  });

  it('a name that is not there is not', async () => {
    const verdicts = await judge('missing.test');
    expect(verdicts.find(({ check }) => check === 'name_servers')).toMatchObject({
      state: 'broken',
      severity: 'critical',
    });
  });
});

function judge(name: string) {
  const ask = client().through(`${address}:${unbound}`);
  const silent = async () => ({ outcome: 'silent', url: '', at: new Date(0) }) as const;
  const tools = { ask, fetchPolicy: silent, askRegistration: silent, randomLabel: () => 'random' };
  return judgePosture(tools, { name, dkimSelectors: [], expectsMail: null, template: noTemplate });
}
