import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { readNmapReport } from '../../src/engines/service-identification/nmap-report.ts';
import type { ServiceIdentity } from '../../src/engines/service-identification/service-identity.ts';

export interface NmapRun {
  readonly seconds: number;
  readonly identities: ReadonlyMap<number, ServiceIdentity>;
}

const timeoutMs = 1_800_000;

export function isNmapInstalled(): boolean {
  return spawnSync('nmap', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Runs `nmap -sV` in its fastest accurate timing on ports of 127.0.0.1. */
export async function runNmap(ports: readonly number[], moreOptions: readonly string[] = []): Promise<NmapRun> {
  const options = ['-sV', '-n', '-Pn', '-T4', ...moreOptions, '-oX', '-', '-p', ports.join(','), '127.0.0.1'];
  const startedAtMs = performance.now();
  const { stdout } = await promisify(execFile)('nmap', options, { timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 });
  return { seconds: (performance.now() - startedAtMs) / 1000, identities: readNmapReport(stdout) };
}
