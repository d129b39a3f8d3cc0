import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Probe, ProgramRequest, ProgramResult } from './namespace-agent.ts';

const agentPath = fileURLToPath(new URL('./namespace-agent.ts', import.meta.url));

/** Addresses exist only inside the namespaces, so every network can have the same. */
export const serverAddresses = { ipv4: '203.0.113.1', ipv6: '2001:db8:1::1' } as const;

/** Where probes come from: one of each class that the generated rules tell apart. The first two are strangers. */
export const callers = {
  ipv4: [
    '203.0.113.200',
    '192.88.99.7',
    '192.0.2.1',
    '192.0.2.2',
    '192.0.2.17',
    '192.0.2.100',
    '198.51.100.5',
    '198.51.100.7',
  ],
  ipv6: [
    '2001:db8:1::200',
    '2600::7',
    '2001:db8:2::1',
    '2001:db8:2:1::1',
    '2001:db8:2:9::1',
    '2001:db8:3::5',
    '2001:db8:3::7',
  ],
} as const;

export const strangerCount = 2;

/**
 * Two machines, each a namespace of its own: outside and the server, whose firewall, /etc and /run are its own too. Nothing
 * reaches the machine that runs it.
 */
export class OracleNetwork implements AsyncDisposable {
  readonly #outside: Agent;
  readonly #server: Agent;

  private constructor(outside: Agent, server: Agent) {
    this.#outside = outside;
    this.#server = server;
  }

  static async start(): Promise<OracleNetwork> {
    const [outside, server] = await Promise.all([Agent.start(), Agent.start()]);
    const network = new OracleNetwork(outside, server);
    try {
      await outside.mustRun('sh', ['-ec', outsideSetup(server.pid)]);
      await server.mustRun('sh', ['-ec', serverSetup]);
    } catch (error) {
      await network[Symbol.asyncDispose]();
      throw error;
    }
    return network;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#outside.stop(), this.#server.stop()]);
  }

  /** Runs a program on the server. */
  async run(program: string, args: readonly string[], input = ''): Promise<ProgramResult> {
    return this.#server.run(program, args, input);
  }

  /** The same; what it printed. @throws when it fails */
  async mustRun(program: string, args: readonly string[], input = ''): Promise<string> {
    return this.#server.mustRun(program, args, input);
  }

  /** Starts to note which packets pass the whole firewall, at the very end of its hooks. */
  async watch(): Promise<void> {
    await this.mustRun('nft', ['-f', '-'], witness);
  }

  /** Stops it again. */
  async unwatch(): Promise<void> {
    await this.mustRun('nft', ['-f', '-'], 'delete table inet witness');
  }

  /** Sends probes, and says which of them the firewall let pass. */
  async probe(probes: readonly Probe[]): Promise<readonly boolean[]> {
    await this.mustRun('nft', ['-f', '-'], 'flush set inet witness seen4\nflush set inet witness seen6\n');
    await this.#outside.probe(probes);
    const listing = await this.mustRun('nft', ['-j', 'list', 'table', 'inet', 'witness']);
    const seen = seenIn(listing);
    return probes.map(({ transport, from, port }) => seen.has(`${from} ${transport} ${port}`));
  }
}

function seenIn(listing: string): Set<string> {
  const { nftables } = JSON.parse(listing) as { nftables: { set?: { elem?: { concat: (string | number)[] }[] } }[] };
  const elements = nftables.flatMap(({ set }) => set?.elem ?? []);
  return new Set(elements.map(({ concat }) => concat.join(' ')));
}

/** What arrives at the end of the last hook has passed everything. The port is the one that was called. */
const witness = `
table inet witness {
  set seen4 { type ipv4_addr . inet_proto . inet_service; size 65535; flags dynamic; }
  set seen6 { type ipv6_addr . inet_proto . inet_service; size 65535; flags dynamic; }
  chain note {
    ct state untracked meta l4proto { tcp, udp } add @seen4 { ip saddr . meta l4proto . th dport }
    ct state untracked meta l4proto { tcp, udp } add @seen6 { ip6 saddr . meta l4proto . th dport }
    meta nfproto ipv4 meta l4proto { tcp, udp } add @seen4 { ct original ip saddr . ct original protocol . ct original proto-dst }
    meta nfproto ipv6 meta l4proto { tcp, udp } add @seen6 { ct original ip6 saddr . ct original protocol . ct original proto-dst }
  }
  chain input { type filter hook input priority 2000; iifname "eth0" jump note; }
  chain forward { type filter hook forward priority 2000; iifname "eth0" jump note; }
}`;

function outsideSetup(serverPid: number): string {
  const { ipv4, ipv6 } = callers;
  return `
ip link set lo up
ip link add outside type veth peer name eth0 netns ${serverPid}
${ipv4.map((address) => `ip address add ${address}/32 dev outside`).join('\n')}
${ipv6.map((address) => `ip address add ${address}/128 dev outside nodad`).join('\n')}
ip link set outside up
# A firewall that drops all would drop the question who has an address, too.
ip neighbour add ${serverAddresses.ipv4} dev outside lladdr ${serverMac} nud permanent
ip neighbour add ${serverAddresses.ipv6} dev outside lladdr ${serverMac} nud permanent
ip route add ${serverAddresses.ipv4}/32 dev outside
ip -6 route add ${serverAddresses.ipv6}/128 dev outside`;
}

const serverMac = '02:00:00:00:00:01';

const serverSetup = `
mount -t tmpfs own /run
mkdir -p /run/etc /run/work /run/systemd/system
mount -t overlay own -o lowerdir=/etc,upperdir=/run/etc,workdir=/run/work /etc
ip link set lo up
ip link set eth0 address ${serverMac}
ip address add ${serverAddresses.ipv4}/32 dev eth0
ip address add ${serverAddresses.ipv6}/128 dev eth0 nodad
ip link set eth0 up
ip route add default dev eth0
ip -6 route add default dev eth0
ip link add docker0 type veth peer name inner
ip address add 172.17.0.1/16 dev docker0
ip address add fd00:17::1/64 dev docker0 nodad
ip link set docker0 up
ip link set inner up
cd /proc/sys/net
echo 0 > ipv4/conf/all/rp_filter
echo 0 > ipv4/conf/eth0/rp_filter
echo 1 > ipv4/ip_forward
echo 1 > ipv6/conf/all/forwarding
echo 0 > ipv4/icmp_ratelimit
echo 1 > netfilter/nf_conntrack_udp_timeout
echo 1 > netfilter/nf_conntrack_tcp_timeout_syn_sent
echo 1 > netfilter/nf_conntrack_tcp_timeout_close`;

/** A process in a namespace of its own, which does one thing after another. */
class Agent {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  private constructor(process: ChildProcessByStdio<Writable, Readable, null>, lines: Interface) {
    this.#process = process;
    this.#lines = lines[Symbol.asyncIterator]();
  }

  static async start(): Promise<Agent> {
    const words = ['--net', '--mount', '--propagation', 'private', process.execPath, agentPath];
    const child = spawn('unshare', words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const agent = new Agent(child, createInterface({ input: child.stdout }));
    if ((await agent.#nextLine()) !== 'ready') throw new Error('A machine of the test network did not start.');
    return agent;
  }

  get pid(): number {
    return this.#process.pid!;
  }

  async run(program: string, args: readonly string[], input: string): Promise<ProgramResult> {
    const request: ProgramRequest = { program, args, input };
    return JSON.parse(await this.#ask(request)) as ProgramResult;
  }

  async mustRun(program: string, args: readonly string[], input = ''): Promise<string> {
    const { status, stdout, stderr } = await this.run(program, args, input);
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}\n${input}`);
    return stdout;
  }

  async probe(probes: readonly Probe[]): Promise<void> {
    await this.#ask({ probes });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  async #ask(request: object): Promise<string> {
    this.#process.stdin.write(`${JSON.stringify(request)}\n`);
    return this.#nextLine();
  }

  async #nextLine(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('A machine of the test network ended.');
    return value as string;
  }
}
