import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { AddressPolicy } from '../engines/address-policy/address-policy.ts';
import type { PortScanner } from '../engines/port-scanner/port-scanner.ts';
import { createNmapSecondOpinion } from '../engines/service-identification/nmap-second-opinion.ts';
import {
  createServiceIdentifier,
  type ServiceIdentifier,
} from '../engines/service-identification/service-identifier.ts';
import type { Config } from '../installation/config.ts';
import { ConfigError } from '../installation/environment-reader.ts';
import { canaryAnswers } from '../monitoring/port-scans/canary.ts';
import type { ScanTools } from '../monitoring/port-scans/run-scan.ts';
import { UplinkWatch } from '../monitoring/port-scans/uplink-watch.ts';
import type { Logger } from '../platform/telemetry/logger.ts';

/**
 * What a scan is made with, whoever asks for it. The identifier is the caller's to close.
 * @throws ConfigError when the operator's nmap cannot be run
 */
export async function scanTools(
  config: Config,
  policy: AddressPolicy,
  scanner: PortScanner,
  {
    logger,
    identifier,
    recheckDelaysMs = [2_000, 5_000],
    onUplinkChange = () => {},
  }: {
    readonly logger: Logger;
    /** Takes the place of the one that the configuration describes. */
    readonly identifier?: ServiceIdentifier | undefined;
    readonly recheckDelaysMs?: readonly number[] | undefined;
    readonly onUplinkChange?: (up: boolean) => void;
  },
): Promise<ScanTools> {
  if (config.scanNmapPath !== null) await refuseUnusableProgram('SCAN_NMAP_PATH', config.scanNmapPath);
  return {
    policy,
    scanner,
    identifier: identifier ?? identifierOf(config),
    uplink: new UplinkWatch({
      canaries: config.scanCanaries,
      logger,
      onChange: onUplinkChange,
      answers: (canary) => canaryAnswers(canary, (address) => policy.verdict(address) === 'exclude'),
    }),
    recheckDelaysMs,
  };
}

function identifierOf(config: Config): ServiceIdentifier {
  const { scanNmapPath: nmapPath } = config;
  const secondOpinion = nmapPath === null ? undefined : createNmapSecondOpinion({ nmapPath });
  return createServiceIdentifier({ userAgent: userAgent(config), secondOpinion });
}

/** How web servers see who looks at them. */
function userAgent({ scanContactUrl }: Config): string {
  return `Mozilla/5.0 (compatible; exposure-scanner${scanContactUrl === null ? '' : `; +${scanContactUrl}`})`;
}

async function refuseUnusableProgram(variable: string, path: string): Promise<void> {
  await access(path, constants.X_OK).catch((error: Error) => {
    throw new ConfigError(`${variable}=${path} cannot be run: ${error.message}`, { cause: error });
  });
}
