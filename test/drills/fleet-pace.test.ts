import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isInstalled } from '../../scripts/test-tools.ts';
import { RunningServer } from '../support/command-line.ts';
import { createPartner, environmentFor, serve } from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { hasPostgres15, PostgresCluster } from '../support/postgres-cluster.ts';

const canRun = process.getuid?.() === 0 && hasPostgres15 && isInstalled('ip') && isInstalled('nft');
if (!canRun)
  process.stderr.write(
    '\nSKIPPED: not root, or no postgresql-15, iproute2 or nftables. The pace of a fleet is NOT tried.\n',
  );

const network = '127.60.0.0/24';
const limit = 400;
/** What the rates of all workers together may be above it (issue: 10 %), and what is saved up for 20 ms by each. */
const tolerance = 1.1;

/** A network of its own in which nothing listens, with a count of what asks. */
class Namespace implements Disposable {
  readonly name = `bwpace-${process.pid}`;

  constructor() {
    execFileSync('ip', ['netns', 'add', this.name]);
    this.run('ip', 'link', 'set', 'lo', 'up');
    this.run('nft', 'add', 'table', 'ip', 'pace');
    this.run('nft', 'add', 'counter', 'ip', 'pace', 'asked');
    this.run('nft', 'add', 'chain', 'ip', 'pace', 'out', '{ type filter hook output priority 0 ; }');
    const syn = ['tcp', 'flags', '&', '(syn|ack)', '==', 'syn'];
    this.run('nft', 'add', 'rule', 'ip', 'pace', 'out', 'ip', 'daddr', network, ...syn, 'counter', 'name', 'asked');
  }

  get prefix(): string[] {
    return ['ip', 'netns', 'exec', this.name];
  }

  run(...command: string[]): string {
    const [program, ...args] = [...this.prefix, ...command];
    return execFileSync(program!, args, { encoding: 'utf8' });
  }

  asked(): number {
    return Number(/packets (\d+)/.exec(this.run('nft', 'list', 'counter', 'ip', 'pace', 'asked'))![1]);
  }

  [Symbol.dispose](): void {
    execFileSync('ip', ['netns', 'del', this.name]);
  }
}

interface Second {
  readonly packets: number;
  /** From before the first look to after the last: longer than what was counted in. */
  readonly seconds: number;
}

describe.skipIf(!canRun)('a fleet of workers', { tags: ['nftables', 'postgresql-15'] }, () => {
  it('keeps one pace for a network in every second, whoever joins, leaves or dies', async () => {
    const namespace = new Namespace();
    onTestFinished(() => namespace[Symbol.dispose]());
    await using database = await PostgresCluster.start('max_connections = 150');
    const environment = { ...environmentFor(database.url()), SCAN_ALLOW: '127.0.0.0/8' };
    const apiKey = await createPartner(environment);
    const { server, api } = await serve(environment, apiKey);
    const workers: RunningServer[] = [];
    const joins = async () => {
      const ofWorker = {
        ...environment,
        DATABASE_URL: `postgresql://breakwater@localhost/postgres?host=${encodeURIComponent(database.directory)}&port=${database.port}`,
        SCAN_ENGINE: 'connect',
        // So that there is work for all of them.
        SCAN_CONCURRENCY: '20',
        SCAN_PACKETS_PER_SECOND_PER_NETWORK: String(limit),
      };
      const worker = await RunningServer.start(ofWorker, ['--role', 'worker'], undefined, namespace.prefix);
      workers.push(worker);
      return worker;
    };
    const shares = async () =>
      (await database.ask('SELECT network_share FROM scan_workers ORDER BY started_at')).split('\n').map(Number);
    const seconds: Second[] = [];
    let isOver = false;
    const counting = (async () => {
      while (!isOver) {
        const before = performance.now();
        const first = namespace.asked();
        await sleep(1_000);
        const packets = namespace.asked() - first;
        seconds.push({ packets, seconds: (performance.now() - before) / 1_000 });
      }
    })();
    try {
      for (let host = 1; host <= 100; host += 1)
        expect(
          (await api.post('/api/v1/billing/provision', { client_id: 1, ip_address: `127.60.0.${host}` })).status,
        ).toBe(201);
      await joins();
      await eventually('one worker has all of it', async () => (await shares()).join() === '1000000');
      await sleep(3_000);
      const [second, third] = await Promise.all([joins(), joins()]);
      await eventually('three share it', async () => (await shares()).join() === '333333,333333,333333');
      await sleep(3_000);
      second.kill();
      await third.stop('SIGTERM');
      await eventually('what they had is taken up', async () => (await shares()).at(0)! >= 500_000);
      await joins();
      await sleep(3_000);
    } finally {
      isOver = true;
      await counting;
      await Promise.all(workers.map((worker) => worker.stop()));
      await server.stop();
    }
    expect(seconds.filter((each) => each.packets > limit * tolerance * each.seconds)).toEqual([]);
    // It was used, too.
    expect(Math.max(...seconds.map((each) => each.packets / each.seconds))).toBeGreaterThan(limit / 2);
    process.stdout.write(
      `SYNs in each second at a limit of ${limit}: ${seconds.map(({ packets }) => packets).join(' ')}\n`,
    );
  });
});
