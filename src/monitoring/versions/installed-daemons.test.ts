/** Programs of this machine's own packages, as they greet, held against what dpkg and the packages' own changelogs say of them. */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { componentsOf } from '../../engines/service-identification/components/components.ts';
import type { ServiceIdentity } from '../../engines/service-identification/service-identity.ts';
import {
  DaemonProcesses,
  daemonAddress,
  type StartableDaemon,
  written,
} from '../../engines/service-identification/testing/daemon-processes.ts';
import { withoutEpoch } from '../../engines/versions/debian-version.ts';
import { buildOriginOf } from '../../engines/versions/origin.ts';
import { shippedData } from '../../engines/versions/shipped-data.ts';
import type { Fix } from '../../engines/versions/tracker.ts';
import { type VersionVerdict, verdictsOf } from '../../engines/versions/verdicts.ts';

interface InstalledDaemon extends StartableDaemon {
  /** What it calls itself; null: it says nothing of itself. */
  readonly component: string | null;
  /** Whether it states the revision of its package: then that is known, and nothing is without. */
  readonly statesPackage: boolean;
}

const daemons: readonly InstalledDaemon[] = [
  {
    ...{ name: 'OpenSSH', debianPackage: 'openssh-server', program: '/usr/sbin/sshd' },
    ...{ component: 'OpenSSH', statesPackage: true },
    arguments(port, directory) {
      const key = path.join(directory, 'key');
      spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
      const listen = `ListenAddress ${daemonAddress}:${port}\nHostKey ${key}\nPidFile none\n`;
      // As root it wants this directory to be there, which its unit makes.
      spawnSync('mkdir', ['-p', '/run/sshd']);
      return ['-D', '-f', written(directory, 'sshd_config', listen)];
    },
  },
  {
    ...{ name: 'MariaDB', debianPackage: 'mariadb-server-core', program: '/usr/sbin/mariadbd' },
    ...{ component: 'MariaDB', statesPackage: true, unprivileged: true },
    arguments: (port, directory) => [
      ...['--no-defaults', '--skip-grant-tables', `--datadir=${directory}`, `--bind-address=${daemonAddress}`],
      ...[`--port=${port}`, `--socket=${directory}/socket`, `--pid-file=${directory}/pid`],
    ],
  },
  {
    ...{ name: 'PHP', debianPackage: 'php-cli', program: '/usr/bin/php' },
    ...{ component: 'PHP', statesPackage: false },
    arguments(port, directory) {
      written(directory, 'index.php', '<h1>Hello</h1>');
      return ['-S', `${daemonAddress}:${port}`, '-t', directory];
    },
  },
  {
    ...{ name: 'nginx', debianPackage: 'nginx-light', program: '/usr/sbin/nginx' },
    ...{ component: 'nginx', statesPackage: false },
    arguments(port, directory) {
      const server = `http { access_log off; server { listen ${daemonAddress}:${port}; root ${directory}; } }`;
      const configuration = `daemon off; pid ${directory}/pid; error_log stderr; events {} ${server}`;
      return ['-c', written(directory, 'nginx.conf', configuration), '-e', 'stderr'];
    },
  },
  {
    ...{ name: 'Redis', debianPackage: 'redis-server', program: '/usr/bin/redis-server' },
    ...{ component: 'Redis', statesPackage: false },
    arguments: (port) => ['--port', `${port}`, '--bind', daemonAddress, '--save', ''],
  },
  {
    ...{ name: 'memcached', debianPackage: 'memcached', program: '/usr/bin/memcached' },
    ...{ component: 'Memcached', statesPackage: false },
    arguments: (port) => ['-u', 'nobody', '-l', daemonAddress, '-p', `${port}`],
  },
  {
    ...{ name: 'dnsmasq', debianPackage: 'dnsmasq-base', program: '/usr/sbin/dnsmasq' },
    ...{ component: null, statesPackage: false },
    arguments: (port) => [
      ...['--keep-in-foreground', '--conf-file=/dev/null', '--no-resolv', '--user=nobody', '--pid-file'],
      ...[`--port=${port}`, `--listen-address=${daemonAddress}`, '--bind-interfaces'],
    ],
  },
  {
    ...{ name: 'Unbound', debianPackage: 'unbound', program: '/usr/sbin/unbound' },
    ...{ component: null, statesPackage: false },
    arguments(port, directory) {
      const settings = `server:\n interface: ${daemonAddress}@${port}\n username: ""\n chroot: ""\n pidfile: ""\n use-syslog: no\n`;
      return ['-d', '-c', written(directory, 'unbound.conf', settings)];
    },
  },
  {
    ...{ name: 'BIND', debianPackage: 'bind9', program: '/usr/sbin/named' },
    ...{ component: null, statesPackage: false },
    arguments(port, directory) {
      const options = `directory "${directory}"; listen-on port ${port} { ${daemonAddress}; }; listen-on-v6 { none; }; pid-file none; session-keyfile none;`;
      const settings = `options { ${options} recursion no; dnssec-validation no; };\ncontrols { };\n`;
      return ['-f', '-c', written(directory, 'named.conf', settings)];
    },
  },
];

const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
const osField = (name: string) => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(osRelease)?.[1] ?? '';
const isDebian = osField('ID') === 'debian' && osField('VERSION_ID') !== '';
const installed = isDebian ? daemons.filter(({ program }) => existsSync(program)) : [];

const now = new Date('2026-11-29T12:00:00Z');
const today = now.toISOString().slice(0, 10);

interface DebianPackage {
  readonly source: string;
  /** With its epoch. */
  readonly version: string;
  /** By CVE, the version that its own changelog says to mend it. */
  readonly mended: ReadonlyMap<string, string>;
}

/** What dpkg says of the package that a program is from. */
function packageOf({ program }: StartableDaemon): DebianPackage {
  const real = execFileSync('readlink', ['-f', program], { encoding: 'utf8' }).trim();
  const owner = execFileSync('dpkg', ['-S', real], { encoding: 'utf8' }).split(':')[0]!;
  const asked = ['-W', '-f', `\${source:Package}\t\${source:Version}`, owner];
  const [source, version] = execFileSync('dpkg-query', asked, { encoding: 'utf8' }).split('\t') as [string, string];
  const changelog = `/usr/share/doc/${owner}/changelog.Debian.gz`;
  return { source, version, mended: mendedIn(gunzipSync(readFileSync(changelog)).toString()) };
}

function mendedIn(changelog: string): Map<string, string> {
  const mended = new Map<string, string>();
  let version = '';
  for (const line of changelog.split('\n')) {
    version = /^\S+ \(([^)]+)\) /.exec(line)?.[1] ?? version;
    for (const [cve] of line.matchAll(/CVE-\d{4}-\d{4,}/g)) mended.set(cve, version);
  }
  return mended;
}

/** What is known of a service where its distribution has these vulnerabilities, all of them exploited. */
function judged(identity: ServiceIdentity, source: string, fixed: ReadonlyMap<string, string>): VersionVerdict[] {
  const fixes = [...fixed].map(([cve, version]): [string, Fix] => [cve, { fixed: version, isMinor: false }]);
  const tracker = { [source]: { [osField('VERSION_CODENAME')]: Object.fromEntries(fixes) } };
  const exploited = new Map(fixes.map(([cve]) => [cve, 'exploited' as const]));
  const data = { ...shippedData(), debian: { asOf: today, checkedOn: today, value: tracker }, exploited };
  return verdictsOf(componentsOf(identity), data, today, null).flat();
}

/** What the command of a verdict says on this machine. */
function checked({ check }: VersionVerdict): string {
  return execFileSync('sh', ['-c', check!], { encoding: 'utf8' }).trim();
}

describe('a program of this machine is judged as its package is', () => {
  let identities: ReadonlyMap<InstalledDaemon, ServiceIdentity>;
  const processes = new DaemonProcesses();

  beforeAll(async () => {
    identities = await processes.identify(installed);
  });
  afterAll(() => processes.stop());

  for (const daemon of daemons) {
    const { name, debianPackage, component, statesPackage } = daemon;
    const skipped = { tags: [debianPackage, 'dpkg'] };
    it.skipIf(!installed.includes(daemon))(
      `${name}: release and package are those of dpkg, or unknown`,
      skipped,
      () => {
        const stated = componentsOf(identities.get(daemon)!);
        expect(stated.map((each) => each.name)).toEqual(component === null ? [] : [component]);
        const builds = stated.map((each) => buildOriginOf(each).build);
        if (!statesPackage) return expect(builds.every((build) => build === null)).toBe(true);
        const { source, version } = packageOf(daemon);
        expect(builds).toMatchObject([
          { distribution: 'debian', release: osField('VERSION_ID'), version: withoutEpoch(version) },
        ]);
        expect(builds[0]!.sources).toContain(source);
        const [system] = judged(identities.get(daemon)!, source, new Map());
        expect(system).toMatchObject({
          about: 'operating_system',
          values: { name: `Debian ${osField('VERSION_ID')}` },
        });
        expect(checked(system!)).toContain(osField('PRETTY_NAME'));
      },
    );

    // Who does not say of which package he is can be judged by none, wherever he is installed.
    if (!statesPackage) continue;
    it.skipIf(!installed.includes(daemon))(
      `${name}: nothing that its changelog mends is affected, what a later package mends is, and the command says so too`,
      skipped,
      () => {
        const identity = identities.get(daemon)!;
        const { source, version, mended } = packageOf(daemon);
        const found = judged(identity, source, mended).filter(({ cve }) => cve !== null);
        expect(found.length).toBeGreaterThan(0);
        expect(found.map(({ cve, verdict }) => `${cve} ${verdict}`)).toEqual(found.map(({ cve }) => `${cve} fixed`));
        expect(found.map(checked)).toEqual(found.map(() => 'fixed'));
        const later = new Map([...mended.keys()].map((cve) => [cve, `${version}.1`]));
        const open = judged(identity, source, later).filter(({ cve }) => cve !== null);
        expect(open).toHaveLength(mended.size);
        expect(open.map(({ verdict }) => verdict)).toEqual(open.map(() => 'affected'));
        expect(checked(open[0]!)).toBe('affected');
      },
    );
  }
});
