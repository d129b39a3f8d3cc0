import { setTimeout as sleep } from 'node:timers/promises';
import type {
  HostScanRequest,
  HostScanResult,
  PortResult,
  PortScanner,
  Protocol,
} from '../../src/engines/port-scanner/port-scanner.ts';
import { serviceOn } from './simulated-services.ts';

/** What the lab's servers took (bench/scan-lab): half a second to one, by their address. */
const fastestMs = 450;
const spreadMs = 500;

/** Takes as long as a scan does, and sends no packet: every server answers, and has the same ports open. */
export class SimulatedScanner implements PortScanner {
  /** That of the engine whose place it takes: scans are stored with it, and weighed. */
  readonly name = 'connect';
  readonly protocols: readonly Protocol[] = ['tcp'];

  async scan({ address, ports, signal }: HostScanRequest): Promise<HostScanResult> {
    const durationMs = fastestMs + (hash(address) % spreadMs);
    await sleep(durationMs, undefined, { signal });
    const asked = new Set(ports.tcp);
    return {
      address,
      engine: this.name,
      hostAnswered: true,
      open: ports.tcp.filter((port) => serviceOn(port)).map(stateOf),
      stateOf: (protocol, port) => (protocol === 'tcp' && asked.has(port) ? stateOf(port) : undefined),
      coveredPorts: ports.tcp.length,
      requestedPorts: ports.tcp.length,
      durationMs,
    };
  }

  async close(): Promise<void> {}
}

function stateOf(port: number): PortResult {
  return serviceOn(port)
    ? { protocol: 'tcp', port, state: 'open', evidence: 'handshake' }
    : { protocol: 'tcp', port, state: 'closed', evidence: 'refused' };
}

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (Math.imul(value, 31) + character.charCodeAt(0)) >>> 0;
  return value;
}
