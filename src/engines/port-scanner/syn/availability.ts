import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { arch, endianness, platform } from 'node:os';

import { createSynScanner } from './syn-scanner.ts';

export type SynAvailability = { readonly available: true } | { readonly available: false; readonly reason: string };

const SELF_TEST_TIMEOUT_MS = 5000;
const LOOPBACK = '127.0.0.1';
const IPPROTO_TCP = 6;
/** The layout of the structures that are passed to the kernel. */
const SUPPORTED_ARCHITECTURES: readonly string[] = ['x64', 'arm64'];

let tried: Promise<SynAvailability> | null = null;

/**
 * Whether half-open scanning works on this machine, tried out once in a process: a port of our own on loopback must be found open. Takes
 * some 100 ms, five seconds at most. Never rejects.
 */
export function synAvailability(): Promise<SynAvailability> {
  tried ??= tryOut();
  return tried;
}

async function tryOut(): Promise<SynAvailability> {
  try {
    const reason = unsupported() ?? (await missing()) ?? (await failedSelfTest());
    return reason === undefined ? { available: true } : { available: false, reason };
  } catch (error) {
    return { available: false, reason: `self-test: ${(error as Error).message}` };
  }
}

function unsupported(): string | undefined {
  if (platform() !== 'linux') return `raw sockets are used on Linux only, not on ${platform()}`;
  if (endianness() !== 'LE' || !SUPPORTED_ARCHITECTURES.includes(arch())) return `no support for ${arch()} processors`;
  return undefined;
}

async function missing(): Promise<string | undefined> {
  const libc = await import('./libc.ts').catch((error: Error) => error);
  if (libc instanceof Error) return `koffi can't be loaded: ${libc.message.split('\n')[0]}`;
  try {
    libc.closeSocket(libc.openSocket(libc.AF_INET, libc.SOCK_RAW, IPPROTO_TCP));
    return undefined;
  } catch (error) {
    const { code, message } = error as InstanceType<typeof libc.SystemCallError>;
    return code === 'EPERM' || code === 'EACCES' ? 'no CAP_NET_RAW' : `no raw socket: ${message}`;
  }
}

/** A local firewall, or an address translation, can swallow answers that raw sockets should see. */
async function failedSelfTest(): Promise<string | undefined> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const scanner = createSynScanner();
  try {
    const signal = AbortSignal.timeout(SELF_TEST_TIMEOUT_MS);
    const result = await scanner.scan({ address: LOOPBACK, ports: { tcp: [port], udp: [] }, signal });
    const state = result.stateOf('tcp', port)?.state;
    return state === 'open' ? undefined : `self-test: an open port on loopback was found ${state ?? 'unprobed'}`;
  } finally {
    await scanner.close();
    server.close();
  }
}
