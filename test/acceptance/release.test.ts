import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { canBootSystemd, SystemdMachine } from '../support/systemd-machine.ts';

// A release is made, and services start.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const repository = resolve(import.meta.dirname, '../..');
if (!canBootSystemd)
  process.stderr.write('\nSKIPPED: no systemd in namespaces (root). The units of ops/systemd are NOT tested.\n');

let home: string;
let archive: string;
let name: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'release-test-'));
  execFileSync('npm', ['run', '--silent', 'release', '--', '--snapshot', '--out', home], { cwd: repository });
  archive = readdirSync(home).find((file) => file.endsWith('.tar.gz'))!;
  name = archive.replace(/-linux-\w+\.tar\.gz$/, '');
  execFileSync('tar', ['-xzf', archive], { cwd: home });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a release', () => {
  it('has checksums, and a list of what it is made of', () => {
    expect(execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: home, encoding: 'utf8' })).toBe(
      `${archive}: OK\n${name}.cdx.json: OK\n${name}.intoto.json: OK\n`,
    );
    const { bomFormat, components } = JSON.parse(readFileSync(join(home, `${name}.cdx.json`), 'utf8'));
    expect(bomFormat).toBe('CycloneDX');
    const listed = components.map((component: { name: string }) => component.name);
    expect(listed).toContain('fastify');
    for (const tool of ['vitest', 'vite', 'react']) expect(listed).not.toContain(tool);
  });

  it('has what runs and what its operator needs, nothing of tests, and nothing to build', () => {
    const files = execFileSync('find', ['.', '-path', './node_modules', '-prune', '-o', '-type', 'f', '-print'], {
      cwd: join(home, name),
      encoding: 'utf8',
    }).split('\n');
    for (const file of [
      './bin/breakwater',
      './bin/breakwater-installed',
      './portal/dist/index.html',
      './ops/systemd/breakwater.service',
      './LICENSE',
    ])
      expect(files).toContain(file);
    expect(files.filter((file) => /\.test\.ts|^\.\/(test|bench|scripts|portal\/src)\//.test(file))).toEqual([]);
    const packages = readdirSync(join(home, name, 'node_modules'));
    for (const tool of ['vitest', 'typescript', 'playwright-core', '@biomejs', 'vite', 'tailwindcss', 'react'])
      expect(packages).not.toContain(tool);
  });
});

describe('the program of a release', () => {
  it('says of which commit it is, and which schema it has', () => {
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: repository, encoding: 'utf8' });
    const said = execFileSync(join(home, name, 'bin/breakwater'), ['--version'], { encoding: 'utf8' });
    expect(said).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12} \(schema \d+\)\n$/);
    expect(said).toContain(`+${commit.trim()} `);
  });
});

describe.skipIf(!canBootSystemd)('the units of systemd', { tags: ['systemd'] }, () => {
  let machine: SystemdMachine;

  beforeAll(async () => {
    machine = await SystemdMachine.boot();
    // As docs/operations.md says, but for where the release is from.
    await machine.run(`mkdir -p /opt/breakwater/${name} /etc/breakwater
mount --bind ${join(home, name)} /opt/breakwater/${name}
ln -s ${name} /opt/breakwater/current
ln -s /opt/breakwater/current/bin/breakwater-installed /run/breakwater
id breakwater >/dev/null 2>&1 || useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin breakwater
cp /opt/breakwater/current/ops/systemd/*.{service,timer} /etc/systemd/system/
for unit in breakwater breakwater-api breakwater-worker; do
  mkdir /etc/systemd/system/$unit.service.d
  printf '[Service]\\nStandardOutput=append:/run/%s.log\\nStandardError=append:/run/%s.log\\n' $unit $unit > /etc/systemd/system/$unit.service.d/log.conf
done
systemctl daemon-reload`);
  });
  afterAll(async () => {
    await machine?.[Symbol.asyncDispose]();
  });

  /** Until it answers; until its first partner is made, where it makes one. */
  const ready = (unit: string, port: number) =>
    eventually(`${unit} is ready`, async () => {
      const state = await machine.run(`systemctl show --property=ActiveState --value ${unit}`);
      if (state === 'failed\n') throw new Error(await machine.run(`cat /run/${unit}.log`));
      const answer = await machine.run(
        `curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:${port}/readyz || true`,
      );
      return (
        answer === '200' &&
        (await machine.run(`grep -c 'Breakwater .*\\(answers\\|is running\\)' /run/${unit}.log || true`)) !== '0\n'
      );
    });
  /** Of every process of a unit: its name, its user and what it may. One that ends meanwhile, as those of the database do, is left out. */
  const processes = async (unit: string) => {
    const text = await machine.run(`for pid in $(cat /sys/fs/cgroup/system.slice/${unit}.service/cgroup.procs); do
  { name=$(cat /proc/$pid/comm) && user=$(stat -c %U /proc/$pid) &&
    rights=$(sed -n 's/^CapEff:\\s*//p; s/^NoNewPrivs:\\s*//p; s/^Seccomp:\\s*//p' /proc/$pid/status | paste -sd ' ') &&
    echo "$name $user $rights"; } 2> /dev/null || true
done`);
    return text.trim().split('\n');
  };
  const raw = (1n << 13n).toString(16).padStart(16, '0');
  const none = '0'.padStart(16, '0');

  it('give nothing away: each is checked by systemd itself, and rated at most 2 of 10', async () => {
    expect(await machine.run('systemd-analyze verify /etc/systemd/system/breakwater-backup.* 2>&1')).toBe('');
    for (const unit of ['breakwater', 'breakwater-api', 'breakwater-worker']) {
      expect(await machine.run(`systemd-analyze verify /etc/systemd/system/${unit}.service 2>&1`)).toBe('');
      await machine.run(`systemd-analyze security --offline=yes --threshold=20 /etc/systemd/system/${unit}.service`);
    }
  });

  it('breakwater.service runs everything on one machine with no privilege at all, its database included', async () => {
    await machine.run('systemctl start breakwater');
    await ready('breakwater', 8080);
    const all = await processes('breakwater');
    expect(all.some((line) => line.startsWith('postgres '))).toBe(true);
    for (const line of all) expect(line).toMatch(new RegExp(`^\\S+( \\S+)* breakwater ${none} 1 2$`));
    expect(await machine.run('curl -s -H "Host: localhost" http://127.0.0.1:8080/')).toMatch(/<script type="module"/);
    await eventually('the node says that it is ready, and by which engine it scans', async () => {
      const { nodes } = JSON.parse(await machine.run('/run/breakwater status --json'));
      return nodes.length === 1 && nodes[0].ready && nodes[0].scanner?.engine.includes('connect');
    });
    expect(await machine.run('stat -c %a /var/lib/breakwater')).toBe('700\n');
    await machine.run(`umask 077; mkdir -p /var/backups/breakwater; openssl rand -hex 16 > /etc/breakwater/backup-passphrase
touch -d '15 days ago' /var/backups/breakwater/old.backup; systemctl start breakwater-backup`);
    const kept = (await machine.run('ls /var/backups/breakwater')).trim();
    expect(kept).toMatch(/^\S+Z\.backup$/);
    const verify = `BACKUP_PASSPHRASE_FILE=/etc/breakwater/backup-passphrase /run/breakwater backup verify /var/backups/breakwater/${kept} --json`;
    expect(JSON.parse(await machine.run(verify))).toMatchObject({ verified: true, key: 'opened' });
    await machine.run(`rm -r /var/backups/breakwater`);
    await machine.run('systemctl stop breakwater');
    expect(await machine.run('systemctl show --property=Result --value breakwater')).toBe('success\n');
  });

  it('is started again when it is killed, with its data', async () => {
    await machine.run('systemctl start breakwater');
    await ready('breakwater', 8080);
    const pid = await machine.run('systemctl show --property=MainPID --value breakwater');
    await machine.run(`kill -KILL ${pid}`);
    await eventually('another process runs', async () => {
      const now = await machine.run('systemctl show --property=MainPID --value breakwater');
      return now !== '0\n' && now !== pid;
    });
    await ready('breakwater', 8080);
    const log = await machine.run('cat /run/breakwater.log');
    expect(log.match(/a partner "Demo" was made/g)).toHaveLength(1);
    await machine.run('systemctl stop breakwater');
  });

  it('breakwater-api and breakwater-worker share a PostgreSQL by credentials that only they read; the worker alone opens raw sockets', async () => {
    await machine.run(`mkdir -m 755 /run/pg && chown postgres /run/pg
setpriv --reuid=postgres --regid=postgres --clear-groups bash -c '
  cd / && /usr/lib/postgresql/15/bin/initdb -D /run/pg/data -U breakwater --auth=trust -E UTF8 --locale=C >/dev/null
  /usr/lib/postgresql/15/bin/pg_ctl -D /run/pg/data -l /run/pg/log -w -o "-c unix_socket_directories=/run/pg -c listen_addresses=127.0.0.1" start >/dev/null'
umask 077
echo postgresql://breakwater@127.0.0.1:5432/postgres > /etc/breakwater/database-url
openssl rand -hex 32 > /etc/breakwater/secret-key
printf 'OPERATIONS_PORT=9090\\n' > /etc/breakwater/environment
systemctl start breakwater-api
`);
    await ready('breakwater-api', 9090);
    await machine.run(
      `printf 'OPERATIONS_PORT=9091\\n' > /etc/breakwater/environment; systemctl start breakwater-worker`,
    );
    await ready('breakwater-worker', 9091);
    for (const line of await processes('breakwater-api')) expect(line).toContain(` breakwater ${none} 1 2`);
    for (const line of await processes('breakwater-worker')) expect(line).toContain(` breakwater ${raw} 1 2`);
    await eventually('the worker says by which engine it scans', async () => {
      const { workers } = JSON.parse(await machine.run('/run/breakwater workers --json'));
      return workers.length === 1 && workers[0].scanner?.engine.includes('syn');
    });
    for (const unit of ['breakwater-api', 'breakwater-worker']) {
      await machine.run(`systemctl stop ${unit}`);
      expect(await machine.run(`systemctl show --property=Result --value ${unit}`)).toBe('success\n');
    }
  });
});
