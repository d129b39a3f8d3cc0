/**
 * Works inside a network namespace: runs programs and sends probes, as lines of JSON on its standard input ask for. Says
 * `ready` when it can, and ends with its standard input, so that it can't outlive who started it.
 */
import { spawn } from 'node:child_process';
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIPv6, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface ProgramRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string;
}

export interface ProgramResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One packet that would open a connection. */
export interface Probe {
  readonly transport: 'tcp' | 'udp';
  readonly from: string;
  readonly to: string;
  readonly port: number;
}

/** Source ports are used in turn, so that no connection is taken for an earlier one. */
const firstPort = 33_000;
const lastPort = 60_000;
let nextPort = firstPort;

function takePort(): number {
  nextPort = nextPort === lastPort ? firstPort : nextPort + 1;
  return nextPort;
}

/** Until packets that are on their way have arrived: within one machine that takes microseconds. */
const settleMs = 8;
const probesAtOnce = 200;

async function run({ program, args, input }: ProgramRequest): Promise<ProgramResult> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: 120_000 });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    texts.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.stderr += chunk;
  });
  child.stdin.on('error', () => {}).end(input);
  const [status] = await once(child, 'close');
  return { status: (status as number | null) ?? -1, ...texts };
}

async function sendAll(probes: readonly Probe[]): Promise<void> {
  for (let i = 0; i < probes.length; i += probesAtOnce) {
    const batch = probes.slice(i, i + probesAtOnce);
    const connections = batch.filter(({ transport }) => transport === 'tcp').map(openConnection);
    const datagrams = Map.groupBy(
      batch.filter(({ transport }) => transport === 'udp'),
      ({ from }) => from,
    );
    const sockets = await Promise.all([...datagrams].map(([from, own]) => sendDatagrams(from, own)));
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    // Not later: a retransmission would be another packet.
    for (const connection of connections) connection.destroy();
    for (const socket of sockets) socket.close();
  }
}

function openConnection({ from, to, port }: Probe): Socket {
  const socket = connect({ host: to, port, localAddress: from, localPort: takePort() });
  return socket.on('error', () => {});
}

async function sendDatagrams(from: string, probes: readonly Probe[]): Promise<DatagramSocket> {
  const socket = createSocket(isIPv6(from) ? 'udp6' : 'udp4').on('error', () => {});
  socket.bind(takePort(), from);
  await once(socket, 'listening');
  await Promise.all(
    probes.map(({ to, port }) => new Promise<void>((resolve) => socket.send('hello', port, to, () => resolve()))),
  );
  return socket;
}

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as ProgramRequest | { readonly probes: readonly Probe[] };
  const answer = 'probes' in request ? await sendAll(request.probes) : await run(request);
  process.stdout.write(`${JSON.stringify(answer ?? null)}\n`);
}
process.exit();
