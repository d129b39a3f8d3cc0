import { execFile } from 'node:child_process';
import net from 'node:net';
import { isDelicatePort } from './delicate-ports.ts';
import { readNmapReport } from './nmap-report.ts';
import type { ServiceIdentity } from './service-identity.ts';

export interface NmapSecondOpinionOptions {
  /** Absolute path of the operator's own nmap. */
  readonly nmapPath: string;
  /** Longest time for one question. Default 90,000: nmap spends up to a minute on a port that never answers. */
  readonly timeoutMs?: number | undefined;
}

export interface SecondOpinionQuestion {
  /** IPv4 or IPv6 text, never a name. */
  readonly address: string;
  readonly ports: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

/** Names services that our own probes could not. */
export interface SecondOpinion {
  /**
   * By port; what was not recognised is absent. A scanner that is missing, fails or takes too long has no opinion.
   *
   * @throws the signal's reason when it aborts; TypeError when the address is a name.
   */
  identify(question: SecondOpinionQuestion): Promise<ReadonlyMap<number, ServiceIdentity>>;
}

const maxReportBytes = 4 * 1024 * 1024;

/**
 * Asks `nmap -sV`, for operators who installed it and want it: off unless they say so. Its probes are many and less
 * restrained than ours: it has distcc compile a program, for one. Ports that must only be listened to are left out.
 *
 * Nothing of nmap is part of this program. Its licence (NPSL) has terms for software that runs it and reads its output;
 * they are the operator's to accept.
 */
export function createNmapSecondOpinion(options: NmapSecondOpinionOptions): SecondOpinion {
  const { nmapPath, timeoutMs = 90_000 } = options;
  return {
    async identify({ address, ports, signal }) {
      if (net.isIP(address) === 0) throw new TypeError(`not an IP address: ${address}`);
      signal?.throwIfAborted();
      const allowed = ports.filter((port) => !isDelicatePort(port));
      if (allowed.length === 0) return new Map();
      const report = await runNmap(nmapPath, nmapArguments(address, allowed), timeoutMs, signal);
      signal?.throwIfAborted();
      return report === null ? new Map() : opinionIn(report, new Set(allowed));
    },
  };
}

function nmapArguments(address: string, ports: readonly number[]): string[] {
  const family = net.isIPv6(address) ? ['-6'] : [];
  return [...family, '-sT', '-sV', '-n', '-Pn', '-T4', '-oX', '-', '-p', ports.join(','), address];
}

/** Null when it failed in any way. */
function runNmap(
  path: string,
  args: readonly string[],
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = execFile(
      path,
      args,
      {
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: maxReportBytes,
        ...(signal && { signal }),
        // Neither our secrets nor an operator's NMAP_ARGS.
        env: { LC_ALL: 'C' },
      },
      (error, stdout) => resolve(error ? null : stdout),
    );
    child.stdin?.end();
  });
}

function opinionIn(report: string, asked: ReadonlySet<number>): ReadonlyMap<number, ServiceIdentity> {
  try {
    return new Map([...readNmapReport(report)].filter(([port]) => asked.has(port)));
  } catch {
    return new Map();
  }
}
