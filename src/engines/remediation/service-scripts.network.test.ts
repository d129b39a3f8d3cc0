/**
 * The scripts, run whole on real services as Debian installs and starts them: open before, closed after, the service still
 * answers locally, a second run changes nothing, undo opens it again. In network namespaces, with files and processes of the
 * test's own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { isInstalled, testTools } from '../../../scripts/test-tools.ts';
import { addresses, FirewalledNetwork } from './fixtures/firewalled-network.ts';
import { remediate } from './remediate.ts';

/** A busy machine must not fail a test. */
vi.setConfig({ testTimeout: 300_000 });

const NOBODY_ELSE = { outside: [], server: [], container: [] };

interface RealService {
  readonly service: string;
  readonly port: number;
  /** The Debian package; null: not in Debian, so that its configuration is a file as documented, and what reads it a stand-in. */
  readonly debianPackage: string | null;
  readonly program: string;
  readonly unit: string;
  /** Makes the configuration one that is open to the world. */
  readonly open: string;
  /** Prints `answers` when the service works for programs on the server. */
  readonly ask: string;
  readonly isAdministration?: true;
}

const askTcp = (port: number) => `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}' 2>/dev/null && echo answers`;

/** What reads a documented configuration file, and listens where that says. */
function standIn(name: string, file: string, pattern: string, port: number): string {
  const code = `process.title='${name}';const text=require('fs').readFileSync('${file}','utf8');const found=text.match(/${pattern}/m);const host=!found||/_local_|127/.test(found[1])?'127.0.0.1':'::';require('net').createServer(s=>s.end()).listen(${port},host)`;
  return `printf '%s\\n' '[Service]' 'ExecStart=${process.execPath} /run/tools/${name}.cjs' > /etc/systemd/system/${name}.service
cat > /run/tools/${name}.cjs <<'CODE'
${code}
CODE`;
}

const DOCKER_BASE = '"bridge": "none", "iptables": false, "ip6tables": false, "storage-driver": "vfs"';
const docker = {
  service: 'docker',
  port: 2375,
  debianPackage: 'docker.io',
  program: 'dockerd',
  unit: 'docker',
  ask: 'docker -H unix:///run/docker.sock version >/dev/null && echo answers',
} as const;
const START_CONTAINERD = `mkdir -p /etc/docker /etc/systemd/system/docker.service.d /run/containerd
mount -t tmpfs own /var/lib/docker 2>/dev/null || { mkdir -p /var/lib/docker; mount -t tmpfs own /var/lib/docker; }
setsid containerd >/run/tools/containerd 2>&1 </dev/null &
for i in $(seq 100); do [ -S /run/containerd/containerd.sock ] && break; sleep 0.1; done`;

const services: readonly (RealService & { readonly name: string })[] = [
  {
    name: 'Redis',
    service: 'redis',
    port: 6379,
    debianPackage: 'redis-server',
    program: 'redis-server',
    unit: 'redis-server',
    open: `sed -i -e 's/^bind .*/bind 0.0.0.0 ::/' -e 's/^protected-mode .*/protected-mode no/' /etc/redis/redis.conf`,
    ask: 'redis-cli ping | grep -q PONG && echo answers',
  },
  {
    name: 'Memcached',
    service: 'memcached',
    port: 11_211,
    debianPackage: 'memcached',
    program: 'memcached',
    unit: 'memcached',
    open: `sed -i -e 's/^-l .*/-l 0.0.0.0/' /etc/memcached.conf`,
    ask: `bash -c 'exec 3<>/dev/tcp/127.0.0.1/11211; printf "version\\r\\n" >&3; read -t 5 -r line <&3; [[ $line == VERSION* ]]' && echo answers`,
  },
  {
    name: 'PostgreSQL, its address set by ALTER SYSTEM too',
    service: 'postgresql',
    port: 5432,
    debianPackage: 'postgresql-15',
    program: '/usr/lib/postgresql/15/bin/postgres',
    unit: 'postgresql',
    open: `[ -d /etc/postgresql/15/main ] || pg_createcluster 15 main >/dev/null
mkdir -p /var/run/postgresql && chown postgres /var/run/postgresql
sed -i -e "s/^#*listen_addresses.*/listen_addresses = 'localhost'/" -e 's/^port = .*/port = 5432/' /etc/postgresql/15/main/postgresql.conf
echo "listen_addresses = '*'" >> /var/lib/postgresql/15/main/postgresql.auto.conf`,
    ask: '/usr/lib/postgresql/15/bin/pg_isready -q -h 127.0.0.1 && echo answers',
  },
  {
    name: 'MariaDB',
    service: 'mysql',
    port: 3306,
    debianPackage: 'mariadb-server',
    // The server alone, without its unit, is in a package of its own.
    program: 'mariadbd-safe',
    unit: 'mariadb',
    open: `sed -i 's/^bind-address .*/bind-address = 0.0.0.0/' /etc/mysql/mariadb.conf.d/50-server.cnf
mkdir -p /run/mysqld && chown mysql /run/mysqld`,
    ask: 'mariadb-admin ping 2>/dev/null | grep -q alive && mariadb -h 127.0.0.1 -u nobody 2>&1 | grep -q "Access denied" && echo answers',
  },
  {
    name: 'SSH',
    service: 'ssh',
    port: 22,
    debianPackage: 'openssh-server',
    program: '/usr/sbin/sshd',
    unit: 'ssh',
    open: 'mkdir -p /run/sshd; ssh-keygen -A >/dev/null',
    ask: `bash -c 'exec 3<>/dev/tcp/127.0.0.1/22; read -t 5 -r line <&3; [[ $line == SSH-2.0* ]]' && echo answers`,
    isAdministration: true,
  },
  {
    name: 'RDP (xrdp)',
    service: 'rdp',
    port: 3389,
    debianPackage: 'xrdp',
    program: 'xrdp',
    unit: 'xrdp',
    open: 'true',
    ask: askTcp(3389),
    isAdministration: true,
  },
  {
    ...docker,
    name: 'Docker by DOCKER_OPTS beside the unit of Debian, which has -H fd://',
    open: `${START_CONTAINERD}
echo '{ ${DOCKER_BASE} }' > /etc/docker/daemon.json
echo 'DOCKER_OPTS="-H tcp://0.0.0.0:2375"' > /etc/default/docker`,
  },
  {
    ...docker,
    name: 'Docker by -H in a drop-in of its unit',
    open: `${START_CONTAINERD}
echo '{ ${DOCKER_BASE} }' > /etc/docker/daemon.json
printf '%s\\n' '[Service]' 'ExecStart=' 'ExecStart=/usr/sbin/dockerd -H fd:// -H tcp://0.0.0.0:2375 --containerd=/run/containerd/containerd.sock' > /etc/systemd/system/docker.service.d/override.conf`,
  },
  {
    ...docker,
    name: 'Docker by hosts in daemon.json, its unit without -H',
    open: `${START_CONTAINERD}
printf '%s\\n' '{' '  ${DOCKER_BASE},' '  "hosts": [' '    "unix:///var/run/docker.sock",' '    "tcp://0.0.0.0:2375"' '  ]' '}' > /etc/docker/daemon.json
printf '%s\\n' '[Service]' 'ExecStart=' 'ExecStart=/usr/sbin/dockerd --containerd=/run/containerd/containerd.sock' > /etc/systemd/system/docker.service.d/override.conf`,
  },
  {
    name: 'MongoDB, by its documented configuration',
    service: 'mongodb',
    port: 27_017,
    debianPackage: null,
    program: 'sh',
    unit: 'mongod',
    open: `printf '%s\\n' 'storage:' '  dbPath: /var/lib/mongodb' '# network interfaces' 'net:' '  port: 27017' '  bindIp: 0.0.0.0' > /etc/mongod.conf
${standIn('mongod', '/etc/mongod.conf', '^ +bindIp: *(.*)', 27_017)}`,
    ask: askTcp(27_017),
  },
  {
    name: 'Elasticsearch, by its documented configuration',
    service: 'elasticsearch',
    port: 9200,
    debianPackage: null,
    program: 'sh',
    unit: 'elasticsearch',
    open: `mkdir -p /etc/elasticsearch
printf '%s\\n' '#cluster.name: my-application' 'network.host: 192.168.0.1' 'http.host: 0.0.0.0' 'http.port: 9200' > /etc/elasticsearch/elasticsearch.yml
${standIn('elasticsearch', '/etc/elasticsearch/elasticsearch.yml', '^http.host: *(.*)', 9200)}`,
    ask: askTcp(9200),
  },
];

const tools = ['ip', 'iptables', 'ip6tables', 'ufw', 'nft', 'ss', 'setpriv'].filter((tool) => !isInstalled(tool));
const hasNamespaces =
  spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' }).status === 0;
const missing = [...(hasNamespaces ? [] : ['namespaces (root)']), ...tools];
if (missing.length > 0)
  process.stderr.write(`\nSKIPPED: no ${missing.join(', ')}. The scripts are NOT tested on real services.\n`);

/** Where everything runs; the shim of systemctl starts services by their real units. */
async function machineWith(each: RealService): Promise<FirewalledNetwork> {
  const network = await FirewalledNetwork.start(NOBODY_ELSE, { daemons: true });
  const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
  await network.onServer(`mkdir -p /run/tools /run/lock
cat > /run/tools/systemctl <<'FILE'
${fixture('systemctl.sh')}FILE
cat > /run/tools/with-socket.py <<'FILE'
${fixture('with-socket.py')}FILE
chmod +x /run/tools/systemctl
ln -s /run/tools/systemctl /usr/bin/systemctl 2>/dev/null
${each.open}`);
  await network.onServer(
    withTools(`systemctl start ${each.unit}
${patiently(each)}`),
  );
  return network;
}

const withTools = (script: string) => `export PATH=/run/tools:$PATH\n${script}`;
const patiently = ({ ask }: RealService) =>
  `for i in $(seq 100); do [ "$(${ask})" = answers ] && break; sleep 0.2; done`;

/** A script as a file, and its exit status in the last line. */
function asFile(script: string): string {
  return withTools(`cat > /run/tools/script.sh <<'SCRIPT'
${script}SCRIPT
sh /run/tools/script.sh; echo "exit $?"`);
}

async function isOpen(network: FirewalledNetwork, port: number): Promise<readonly boolean[]> {
  return network.reachFromOutside([{ protocol: 'tcp', address: addresses.server.ipv4, port }]);
}

function filledIn(script: string | null): string {
  return script!.replaceAll('YOUR_IPV4', addresses.administrator.ipv4).replace('second_way_in=no', 'second_way_in=yes');
}

async function answers(network: FirewalledNetwork, each: RealService): Promise<string> {
  return (await network.onServer(withTools(each.ask))).trim();
}

/** Names and contents of everything that a service's configuration is made of. */
const CONFIGURATION =
  'find /etc/redis /etc/memcached.conf /etc/postgresql /var/lib/postgresql/15/main/postgresql.auto.conf /etc/mysql /etc/ssh /etc/xrdp /etc/docker /etc/default /etc/systemd/system /etc/mongod.conf* /etc/elasticsearch -type f 2>/dev/null | sort | xargs md5sum';
/** Services that were restarted have other numbers. Their children come and go by themselves, as those of PostgreSQL do. */
const STATE = `ps -eo pid,ppid,stat,comm --no-headers |
  awk '{ name[$1] = $4; parent[$1] = $2 } $3 ~ /^Z/ || $4 ~ /^(ps|awk|sort|bash|grep|sh|sed)$/ { delete name[$1] }
    END { for (pid in name) if (name[parent[pid]] != name[pid]) print pid, name[pid] }' | sort -n
iptables-save | grep ^-A; ip6tables-save | grep ^-A; nft list tables`;

/** The rows of redis are there wherever the tests run. */
const redis = services[0]!;
const ssh = services.find(({ service }) => service === 'ssh')!;

/** ufw comes last, because it stays. */
const ways = ['loopback', 'iptables', 'nftables', 'ufw'] as const;

function scriptsFor(each: RealService, way: (typeof ways)[number]) {
  const exposure = { address: addresses.server.ipv4, protocol: 'tcp', port: each.port, service: each.service } as const;
  const isAdministration = each.isAdministration ?? false;
  if (way === 'ufw' || way === 'iptables') return remediate(exposure, { isAdministration, platform: way });
  const detectedPlatform = way === 'nftables' ? 'nftables' : 'linux';
  const found = remediate(exposure, { isAdministration, platform: 'generic', detectedPlatform });
  const name = way === 'nftables' ? 'close_in_firewall' : 'listen_on_loopback_only';
  return found.alternatives.find((other) => other.name === name) ?? found;
}

describe
  .skipIf(missing.length > 0)
  .concurrent(
    'the scripts close a port of a real service, which goes on',
    { tags: ['iproute2', 'iptables', 'nftables', 'ufw'] },
    () => {
      for (const each of services) {
        const { name, program, debianPackage, port } = each;
        const canRun = isInstalled(program) || existsSync(program);
        if (!canRun) process.stderr.write(`\nSKIPPED: no ${debianPackage}. The scripts are NOT tested on ${name}.\n`);
        const tags = testTools.filter((tool) => tool === debianPackage);
        it.skipIf(!canRun)(name, { tags }, async () => {
          await using network = await machineWith(each);
          expect(await answers(network, each), await network.onServer('tail -n 20 /run/tools/log')).toBe('answers');
          for (const way of ways) {
            if (way === 'ufw') await network.onServer(`ufw allow ${port}/tcp; ufw --force enable`);
            const { script, undoScript } = scriptsFor(each, way);
            expect(await isOpen(network, port), `${way}: open at first`).toEqual([true]);
            const before = await network.onServer(CONFIGURATION);

            const output = await network.onServer(asFile(filledIn(script)));
            expect(output, way).toMatch(/CLOSED[\s\S]*exit 0\n$/);
            expect(await isOpen(network, port), `${way}: ${output}`).toEqual([false]);
            expect(await answers(network, each), `${way}: ${output}`).toBe('answers');

            const state = await network.onServer(STATE);
            expect(await network.onServer(asFile(filledIn(script))), way).toMatch(/exit 0\n$/);
            expect(await network.onServer(STATE), `${way}: run again`).toBe(state);

            const undone = await network.onServer(asFile(filledIn(undoScript)));
            expect(undone, way).toMatch(/exit 0\n$/);
            expect(await isOpen(network, port), `${way}, undone: ${undone}`).toEqual([true]);
            expect(await answers(network, each), `${way}, undone`).toBe('answers');
            if (way === 'loopback') expect(await network.onServer(CONFIGURATION)).toBe(before);
          }
        });
      }
    },
  );

describe
  .skipIf(missing.length > 0 || !isInstalled('redis-server'))
  .concurrent(
    'a script that cannot do what it is for leaves everything as it was',
    { tags: ['iproute2', 'redis-server'] },
    () => {
      it('when the service does not start with the new configuration', async () => {
        await using network = await machineWith(redis);
        // The first restart finds a configuration that redis refuses.
        await network.onServer(`cat > /run/tools/redis-server <<'FILE'
#!/bin/sh
grep -q '^bind 0.0.0.0' /etc/redis/redis.conf && exec /usr/bin/redis-server "$@"
exit 1
FILE
chmod +x /run/tools/redis-server
sed 's|^ExecStart=.*|ExecStart=/run/tools/redis-server /etc/redis/redis.conf --daemonize no|' /lib/systemd/system/redis-server.service > /etc/systemd/system/redis-server.service`);
        const before = await network.onServer(CONFIGURATION);
        const output = await network.onServer(asFile(scriptsFor(redis, 'loopback').script!.replace('-lt 60', '-lt 4')));
        expect(output).toMatch(/STOPPED: redis-server.service did not start.*\nexit 1\n$/);
        expect(await network.onServer(CONFIGURATION)).toBe(before);
        expect(await isOpen(network, redis.port)).toEqual([true]);
        expect(await answers(network, redis)).toBe('answers');
      });

      it('when a file was edited after it, undo says so and throws nothing away', async () => {
        await using network = await machineWith(redis);
        const { script, undoScript } = scriptsFor(redis, 'loopback');
        await network.onServer(asFile(script!));
        await network.onServer('echo "# mine" >> /etc/redis/redis.conf');
        expect(await network.onServer(asFile(undoScript!))).toMatch(/^STOPPED: .* was changed since/);
        expect(await network.onServer('tail -n 1 /etc/redis/redis.conf')).toBe('# mine\n');
        expect(await isOpen(network, redis.port)).toEqual([false]);
      });
    },
  );

describe
  .skipIf(missing.length > 0)
  .concurrent(
    'where people administer, a script does nothing until it is told who stays let in',
    { tags: ['iproute2', 'iptables', 'nftables', 'ufw'] },
    () => {
      it.for(ways)('%s', async (way) => {
        await using network = await FirewalledNetwork.start({ ...NOBODY_ELSE, server: ['tcp:22'] }, { daemons: true });
        if (way === 'ufw') await network.onServer('ufw allow 22/tcp; ufw --force enable');
        const before = await network.onServer(`${STATE}; ${CONFIGURATION}`);
        const { script } = scriptsFor(ssh, way);
        const run = (text: string) => network.onServer(`mkdir -p /run/tools; ${asFile(text)}`);
        expect(await run(script!)).toMatch(/^STOPPED: .*\nexit 1\n$/);
        if (way !== 'loopback') {
          const elsewhere = `export SSH_CONNECTION='10.98.0.77 1 10.98.0.2 22'`;
          expect(await run(filledIn(script).replace('set -u', elsewhere))).toMatch(/^STOPPED: this session comes from/);
        }
        expect(await network.onServer(`${STATE}; ${CONFIGURATION}`)).toBe(before);
        expect(await isOpen(network, 22)).toEqual([true]);
        if (way === 'loopback') return;
        expect(await run(filledIn(script))).toMatch(/exit 0\n$/);
        const target = { protocol: 'tcp', address: addresses.server.ipv4, port: 22 } as const;
        const seen = [addresses.stranger.ipv4, addresses.administrator.ipv4].map((from) => ({ ...target, from }));
        expect(await network.reachFromOutside(seen)).toEqual([false, true]);
      });
    },
  );
