import type { RiskRow } from './risk-row.ts';
import { consoleRows } from './risk-rows/consoles.ts';
import { databaseRows } from './risk-rows/databases.ts';
import { deviceRows } from './risk-rows/devices.ts';
import { fileSharingRows } from './risk-rows/file-sharing.ts';
import { mailAndWebRows, unknownWebRow } from './risk-rows/mail-and-web.ts';
import { networkServiceRows } from './risk-rows/network-services.ts';
import { panelRows } from './risk-rows/panels.ts';
import { platformRows } from './risk-rows/platforms.ts';
import { remoteAccessRows } from './risk-rows/remote-access.ts';

/** Every kind of exposure that has a text and a level of its own. A service name or a port stands in one row per protocol. */
export const riskTable: readonly RiskRow[] = [
  ...remoteAccessRows,
  ...fileSharingRows,
  ...databaseRows,
  ...platformRows,
  ...consoleRows,
  ...panelRows,
  unknownWebRow!,
  ...mailAndWebRows,
  ...networkServiceRows,
  ...deviceRows,
];

/** Rates a web server that was not recognised and is not taken for a website. */
export const unknownWeb = unknownWebRow!;

type Protocol = 'tcp' | 'udp';

const byService = new Map<string, RiskRow>();
const byPort = new Map<string, RiskRow>();
for (const row of riskTable) {
  for (const protocol of row.protocols) {
    for (const service of row.services) byService.set(`${service}/${protocol}`, row);
  }
  for (const port of row.tcp) byPort.set(`${port}/tcp`, row);
  for (const port of row.udp) byPort.set(`${port}/udp`, row);
}

export function riskOfService(service: string, protocol: Protocol): RiskRow | null {
  return byService.get(`${service}/${protocol}`) ?? null;
}

export function riskOfPort(protocol: Protocol, port: number): RiskRow | null {
  return byPort.get(`${port}/${protocol}`) ?? null;
}

/** Every port that the table knows, ascending: what a scan of the well-known exposures covers at least. */
export function riskTablePorts(): { tcp: number[]; udp: number[] } {
  const ascending = (ports: readonly number[]) => [...new Set(ports)].sort((a, b) => a - b);
  return {
    tcp: ascending(riskTable.flatMap(({ tcp }) => tcp)),
    udp: ascending(riskTable.flatMap(({ udp }) => udp)),
  };
}
