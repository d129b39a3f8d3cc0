import { RateShare } from '../common/rate-share.ts';
import { combineScanners } from '../engines/port-scanner/combined-scanner.ts';
import { createConnectScanner } from '../engines/port-scanner/connect/connect-scanner.ts';
import type { PortScanner } from '../engines/port-scanner/port-scanner.ts';
import { synAvailability } from '../engines/port-scanner/syn/availability.ts';
import { createConfirmedScanner } from '../engines/port-scanner/syn/confirmed-scanner.ts';
import { createSynScanner } from '../engines/port-scanner/syn/syn-scanner.ts';
import { createUdpScanner } from '../engines/port-scanner/udp/udp-scanner.ts';
import { udpProbes } from '../engines/service-identification/udp/udp-probes.ts';
import type { Config } from '../installation/config.ts';
import { ConfigError } from '../installation/environment-reader.ts';

export interface EngineChoice {
  readonly engine: 'syn' | 'connect' | 'off';
  /** Why, for the operator. */
  readonly reason: string;
}

/** At the pace at which a target is first asked; it may rise to the ceiling while the target bears it. */
const firstPacketsPerSecond = 1_000;
/** Of a worker's packets, what handshakes with newly open ports may take. */
const handshakeShare = 0.1;
const udpShare = 0.1;

/**
 * The engine that SCAN_ENGINE stands for on this machine; `auto` prefers half-open connections where they work.
 * @throws ConfigError when `syn` is asked for and does not work here
 */
export async function chooseEngine({ scanEngine }: Config): Promise<EngineChoice> {
  if (scanEngine === 'off') return { engine: 'off', reason: 'SCAN_ENGINE=off' };
  if (scanEngine === 'connect') return { engine: 'connect', reason: 'SCAN_ENGINE=connect' };
  const syn = await synAvailability();
  if (syn.available) return { engine: 'syn', reason: 'raw sockets work here' };
  if (scanEngine === 'auto') return { engine: 'connect', reason: `half-open scans do not work here (${syn.reason})` };
  throw new ConfigError(
    `SCAN_ENGINE=syn does not work here: ${syn.reason}. Grant the capability NET_RAW (systemd: AmbientCapabilities=CAP_NET_RAW; containers: --cap-add NET_RAW), or use auto or connect.`,
  );
}

/**
 * TCP by the chosen engine, UDP beside it.
 * @param networkShare this process's part of the rate of each network; default: the whole
 * @returns null when scanning is off
 * @throws ConfigError as above
 */
export async function createScanEngine(config: Config, networkShare = new RateShare()): Promise<PortScanner | null> {
  const { engine } = await chooseEngine(config);
  if (engine === 'off') return null;
  const tcp =
    engine === 'syn'
      ? createHalfOpenEngine(config, networkShare)
      : createConnectScanner({ ...connectLimits(config, 1), networkShare });
  const udp = createUdpScanner({
    probes: udpProbes,
    datagramsPerSecondPerHost: Math.max(1, Math.min(100, config.scanPacketsPerSecondPerTarget * udpShare)),
    datagramsPerSecondPerNetwork: Math.max(1, Math.min(500, config.scanPacketsPerSecondPerNetwork * udpShare)),
    networkShare,
    datagramsPerSecond: Math.max(1, Math.min(2_000, config.scanPacketsPerSecond * udpShare)),
  });
  return combineScanners({ tcp, udp });
}

function createHalfOpenEngine(config: Config, networkShare: RateShare): PortScanner {
  const halfOpen = createSynScanner({
    packetsPerSecondPerTarget: Math.min(firstPacketsPerSecond, config.scanPacketsPerSecondPerTarget),
    maxPacketsPerSecondPerTarget: config.scanPacketsPerSecondPerTarget,
    packetsPerSecondPerNetwork: config.scanPacketsPerSecondPerNetwork * (1 - handshakeShare),
    networkShare,
    packetsPerSecond: config.scanPacketsPerSecond * (1 - handshakeShare),
    maxConcurrentScans: config.scanConcurrency,
  });
  const connect = createConnectScanner({ ...connectLimits(config, handshakeShare), networkShare });
  return createConfirmedScanner({ halfOpen, connect });
}

/** @param share of the worker's and the network's rate; a target is asked by one engine after the other */
function connectLimits(config: Config, share: number) {
  const { scanPacketsPerSecond, scanPacketsPerSecondPerTarget, scanPacketsPerSecondPerNetwork } = config;
  return {
    connectsPerSecondPerHost: Math.min(firstPacketsPerSecond, scanPacketsPerSecondPerTarget),
    mostConnectsPerSecondPerHost: scanPacketsPerSecondPerTarget,
    connectsPerSecondPerNetwork: Math.max(1, Math.floor(scanPacketsPerSecondPerNetwork * share)),
    connectsPerSecond: Math.max(1, Math.floor(scanPacketsPerSecond * share)),
  };
}
