import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileCache } from './compile-cache.ts';
import { eventually } from './eventually.ts';

const run = promisify(execFile);
const listenerScript = fileURLToPath(
  new URL('../../src/engines/port-scanner/fixtures/namespaced-target.ts', import.meta.url),
);
const workerScript = fileURLToPath(new URL('./namespaced-worker.ts', import.meta.url));

/** Addresses exist only inside the namespaces. */
export const outageAddresses = {
  worker: '10.77.1.2',
  canary: '10.77.3.2',
  targets: ['10.77.2.2', '10.77.2.3'],
} as const;

/**
 * A worker, a router, a canary and a host of target addresses, each a network namespace of its own with a cable to the
 * router. Cables are pulled and firewall rules set as tests want. Needs root, iproute2 and nftables.
 */
export class OutageNetwork implements AsyncDisposable {
  readonly #name = `bwfleet-${process.pid}`;
  readonly #processes: ChildProcess[] = [];
  /** What the worker has said. */
  readonly events: Record<string, unknown>[] = [];

  /** @param moreTargets further addresses of the target host, within 10.77.2.0/24 */
  static async start(listening: readonly number[], moreTargets: readonly string[] = []): Promise<OutageNetwork> {
    const network = new OutageNetwork();
    try {
      await network.#connect([...outageAddresses.targets, ...moreTargets]);
      await network.#listen('target', listening);
      await network.#listen('canary', [443]);
      return network;
    } catch (error) {
      await network[Symbol.asyncDispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#processes) await end(child);
    for (const machine of machines) await run('ip', ['netns', 'delete', this.#namespace(machine)]).catch(() => {});
  }

  /** Starts the worker; resolves when it works. */
  async startWorker(environment: Readonly<Record<string, string>>): Promise<void> {
    const child = this.#spawn('worker', workerScript, [], { PATH: process.env.PATH, ...compileCache, ...environment });
    createInterface({ input: child.stdout! }).on('line', (line) => this.events.push(JSON.parse(line)));
    await eventually('the worker starts', async () => this.events.some((event) => event.ready));
  }

  /** Pulls the cable of a machine, or plugs it in again. */
  async cable(machine: 'worker' | 'target' | 'canary', state: 'up' | 'down'): Promise<void> {
    await this.#inside('router', `ip link set to-${machine} ${state}`);
  }

  /** What the router does with new connections from now on: `drop`, say, or a random part of them. Undefined: forwards all. */
  async router(rule: string | undefined): Promise<void> {
    const forget = 'table inet outage\ndelete table inet outage\n';
    const chain = rule && `table inet outage {\nchain forward {\ntype filter hook forward priority 0\n${rule}\n}\n}\n`;
    await this.#inside('router', `nft -f - <<'RULES'\n${forget}${chain ?? ''}RULES`);
  }

  /** Ends what listens on the target: its ports refuse from now on. */
  async stopListening(): Promise<void> {
    await end(this.#processes[0]!);
  }

  /** Counts, from now on, the packets that the router gets for a network. */
  async countPackets(network: string): Promise<void> {
    const rule = `ip daddr ${network} counter`;
    await this.#inside(
      'router',
      `nft -f - <<'RULES'\ntable inet watch {\nchain forward {\ntype filter hook forward priority -10\n${rule}\n}\n}\nRULES`,
    );
  }

  async packetsCounted(): Promise<number> {
    const listed = JSON.parse(await this.#inside('router', 'nft -j list table inet watch'));
    const [rule] = listed.nftables.flatMap((entry: { rule?: { expr: object[] } }) => entry.rule ?? []);
    return rule.expr.flatMap((part: { counter?: { packets: number } }) => part.counter ?? [])[0].packets;
  }

  async #connect(targets: readonly string[]): Promise<void> {
    for (const machine of machines) await run('ip', ['netns', 'add', this.#namespace(machine)]);
    for (const [machine, net] of cables) {
      const peer = `netns ${this.#namespace(machine)}`;
      await this.#inside('router', `ip link add to-${machine} type veth peer name eth0 ${peer}`);
      await this.#inside('router', `ip address add 10.77.${net}.1/24 dev to-${machine}; ip link set to-${machine} up`);
      await this.#inside(machine, 'ip link set lo up');
    }
    await this.#inside('router', 'ip link set lo up; echo 1 > /proc/sys/net/ipv4/ip_forward');
    const { worker, canary } = outageAddresses;
    for (const [machine, addresses] of [
      ['worker', [worker]],
      ['canary', [canary]],
      ['target', targets],
    ] as const) {
      await this.#inside(machine, addresses.map((address) => `ip address add ${address}/24 dev eth0`).join('\n'));
      const gateway = addresses[0]!.replace(/\d+$/, '1');
      await this.#inside(machine, `ip link set eth0 up; ip route add default via ${gateway}`);
    }
  }

  async #listen(machine: 'target' | 'canary', ports: readonly number[]): Promise<void> {
    const child = this.#spawn(machine, listenerScript, ports.map(String), { PATH: process.env.PATH });
    await once(child.stdout!, 'data');
  }

  #spawn(machine: Machine, script: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    const words = ['netns', 'exec', this.#namespace(machine), process.execPath, script, ...args];
    const child = spawn('ip', words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#processes.push(child);
    return child;
  }

  async #inside(machine: Machine, script: string): Promise<string> {
    const command = ['netns', 'exec', this.#namespace(machine), 'sh', '-ec', script];
    return (await run('ip', command, { timeout: 60_000 })).stdout;
  }

  #namespace(machine: Machine): string {
    return `${this.#name}-${machine}`;
  }
}

const machines = ['router', 'worker', 'target', 'canary'] as const;
type Machine = (typeof machines)[number];
const cables = [
  ['worker', 1],
  ['target', 2],
  ['canary', 3],
] as const;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
