import type {
  HostScanRequest,
  HostScanResult,
  PortEvidence,
  PortResult,
  PortScanner,
  PortState,
  Protocol,
} from '../../src/engines/port-scanner/port-scanner.ts';

/** What an address answers to one look at it. */
export type HostScript = (request: HostScanRequest) => HostScanResult | Promise<HostScanResult>;

export interface HostAppearance {
  readonly open?: readonly number[];
  readonly filtered?: readonly number[];
  /** Ports that the machine could not probe: the result is partial. */
  readonly uncovered?: readonly number[];
  /** State of all other ports. */
  readonly rest?: PortState;
}

const evidenceOf: Record<PortState, PortEvidence> = { open: 'handshake', closed: 'refused', filtered: 'silence' };

/** An engine that sends no packet: tests say what each address answers, and read what was asked for. */
export class ScriptedScanner implements PortScanner {
  readonly name = 'scripted';
  readonly protocols: readonly Protocol[] = ['tcp'];
  /** Every look that was taken, in order. */
  readonly requests: HostScanRequest[] = [];
  readonly #scripts = new Map<string, HostScript[]>();

  /** The address answers each look with the next script; the last one stays. Without any, all its ports are closed. */
  script(address: string, ...scripts: readonly HostScript[]): void {
    this.#scripts.set(address, [...scripts]);
  }

  async scan(request: HostScanRequest): Promise<HostScanResult> {
    this.requests.push(request);
    const scripts = this.#scripts.get(request.address) ?? [];
    const script = scripts.length > 1 ? scripts.shift() : scripts[0];
    return (script ?? host())(request);
  }

  async close(): Promise<void> {}

  requestsOf(address: string): HostScanRequest[] {
    return this.requests.filter((request) => request.address === address);
  }

  /** Without those that ask some ports again. */
  scansOf(address: string): HostScanRequest[] {
    return this.requestsOf(address).filter(({ ports }) => ports.tcp.length > 100);
  }
}

/** A host as it looks: what is not named is closed, so the host answers. */
export function host(appearance: HostAppearance = {}): HostScript {
  const { open = [], filtered = [], uncovered = [], rest = 'closed' } = appearance;
  const stateOf = (port: number): PortState =>
    open.includes(port) ? 'open' : filtered.includes(port) ? 'filtered' : rest;
  return ({ address, ports }) => {
    const covered = ports.tcp.filter((port) => !uncovered.includes(port));
    const results = new Map(covered.map((port) => [port, portResult(port, stateOf(port))]));
    return {
      address,
      engine: 'scripted',
      hostAnswered: [...results.values()].some((result) => result.state !== 'filtered'),
      open: [...results.values()].filter((result) => result.state === 'open'),
      stateOf: (protocol, port) => (protocol === 'tcp' ? results.get(port) : undefined),
      coveredPorts: covered.length,
      requestedPorts: ports.tcp.length,
      durationMs: 1,
    };
  };
}

/** A host that is switched off: nothing comes back from any port. */
export const silentHost: HostScript = host({ rest: 'filtered' });

/** A look that lasts until it is aborted; `onAbort` is told. */
export function endlessScan(onAbort: () => void = () => {}): HostScript {
  return ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        onAbort();
        reject(signal.reason);
      });
    });
}

function portResult(port: number, state: PortState): PortResult {
  return { protocol: 'tcp', port, state, evidence: evidenceOf[state] };
}
