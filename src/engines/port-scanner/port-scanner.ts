/**
 * What every scan engine promises. An engine sends packets to one address and reports what came back; it knows nothing
 * of partners, alerts or policy: whoever calls it has already decided that the address may be scanned.
 */

export type Protocol = 'tcp' | 'udp';

/**
 * - `open`: the target completed a handshake, or answered a datagram.
 * - `closed`: the target itself refused (RST).
 * - `filtered`: nothing came back, or something on the way said no (ICMP unreachable).
 */
export type PortState = 'open' | 'closed' | 'filtered';

/**
 * Why a port has its state. `syn_ack`: the target offered a connection that was not completed; `answer`: it answered a
 * datagram (UDP).
 */
export type PortEvidence =
  | 'handshake'
  | 'syn_ack'
  | 'answer'
  | 'refused'
  | 'reset'
  | 'silence'
  | 'unreachable'
  | 'prohibited';

export interface PortResult {
  readonly protocol: Protocol;
  readonly port: number;
  readonly state: PortState;
  readonly evidence: PortEvidence;
  /** What an open UDP port answered: the first datagram. */
  readonly answer?: Uint8Array | undefined;
}

/** Ports to probe per protocol: ascending, unique, 1..65535. */
export interface PortSelection {
  readonly tcp: readonly number[];
  readonly udp: readonly number[];
}

export interface HostScanRequest {
  /** Canonical IPv4 or IPv6 text, never a name. */
  readonly address: string;
  readonly ports: PortSelection;
  /** Ports that were open at the last scan: an engine of half-open connections needs no handshake to believe them again. */
  readonly knownOpen?: PortSelection | undefined;
  /** Ceiling for this target, below the engine's own. */
  readonly maxPacketsPerSecond?: number | undefined;
  /** Aborting rejects the scan with the signal's reason and frees its sockets within a second. */
  readonly signal?: AbortSignal | undefined;
}

export interface HostScanResult {
  readonly address: string;
  readonly engine: string;
  /** True when the target itself sent anything at all (a handshake or a reset). False: nothing can be said of its ports. */
  readonly hostAnswered: boolean;
  /** Every open port, ascending by protocol, then port. */
  readonly open: readonly PortResult[];
  /** State of a covered port; undefined when it was not covered (not asked for, or local trouble kept it unprobed). */
  stateOf(protocol: Protocol, port: number): PortResult | undefined;
  /** Number of ports that got a verdict. Less than asked for means the scan is partial. */
  readonly coveredPorts: number;
  readonly requestedPorts: number;
  readonly durationMs: number;
}

export interface PortScanner {
  /** `connect`, `syn`, `udp`, or what combines them: `syn+udp`. */
  readonly name: string;
  readonly protocols: readonly Protocol[];
  /**
   * Scans one host. Many calls may run at once: the engine shares its sockets fairly between them.
   * @throws ScanEngineError when the machine, not the target, is at fault (no descriptors, no permission, no route at all).
   */
  scan(request: HostScanRequest): Promise<HostScanResult>;
  /** Aborts what runs and releases threads and sockets. */
  close(): Promise<void>;
}

/** The scanning machine's own trouble, which says nothing about the target. */
export class ScanEngineError extends Error {
  override readonly name = 'ScanEngineError';
}
