import type { PlanLimits } from '../accounts/plans/plan-limits.ts';
import type { ScanIntervals } from '../accounts/scan-terms/scan-intervals.ts';
import type { ScanLimits } from '../accounts/scan-terms/scan-terms.ts';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import {
  type AddressPolicy,
  createAddressPolicy,
  createOutboundPolicy,
} from '../engines/address-policy/address-policy.ts';
import { addressSet } from '../engines/address-policy/address-set.ts';
import type { Config } from '../installation/config.ts';
import { LiveExclusions } from '../monitoring/exclusions/live-exclusions.ts';
import type { LookIntervals } from '../monitoring/looks/look-sql.ts';
import type { ManualScanPolicy } from '../monitoring/port-scans/request-manual-scan.ts';
import { defaultPorts, type OutboundRules } from '../platform/http/outbound/outbound-url.ts';

/** What this installation scans, by its configuration and by what is excluded at the time of each question. */
export function scanPolicy(
  { scanAllow, scanDeny }: Pick<Config, 'scanAllow' | 'scanDeny'>,
  exclusions: LiveExclusions,
): AddressPolicy {
  const denied = addressSet(scanDeny);
  return createAddressPolicy(scanAllow, (address) => denied.has(address) || exclusions.has(address));
}

/**
 * Where this installation connects to by itself because a partner named it: to what it may scan by its own configuration, and to
 * public addresses, whatever scans are limited to. In evaluation mode to loopback only.
 */
export function connectionPolicy({ evaluation, scanAllow }: Pick<Config, 'evaluation' | 'scanAllow'>): AddressPolicy {
  return createAddressPolicy(evaluation ? scanAllow : ['public', ...(scanAllow ?? [])]);
}

/** Where requests go whose URL a partner chose. */
export function outboundRules({
  webhookAllow,
  webhookPorts,
}: Pick<Config, 'webhookAllow' | 'webhookPorts'>): OutboundRules {
  return {
    judge: createOutboundPolicy(webhookAllow),
    admitsAny: webhookAllow.length > 0,
    ports: webhookPorts ?? defaultPorts,
  };
}

/** The same as it is now, for one command. */
export async function currentScanPolicy(db: CrossPartnerDatabase, config: Config): Promise<AddressPolicy> {
  const exclusions = new LiveExclusions(db);
  await exclusions.refresh();
  return scanPolicy(config, exclusions);
}

/** What plans may ask for here. An interval that the installation has itself is not too short for a plan. */
export function planLimits(config: Config): PlanLimits {
  return {
    shortestIntervalSeconds: Math.min(config.scanShortestIntervalSeconds, config.scanIntervalSeconds),
    maxPacketsPerSecond: config.scanPacketsPerSecondPerTarget,
  };
}

export function scanIntervals(config: Config): ScanIntervals {
  const { shortestIntervalSeconds } = planLimits(config);
  return { defaultIntervalSeconds: config.scanIntervalSeconds, shortestIntervalSeconds };
}

/** After which time a look says nothing any more, where no plan has a longer interval. */
export function lookIntervals(config: Config): LookIntervals {
  return { serverSeconds: config.scanIntervalSeconds, domainSeconds: config.domainScanIntervalSeconds };
}

/** The same with the ceiling per target: all that a plan's scans are held to. */
export function scanLimits(config: Config): ScanLimits {
  return { ...scanIntervals(config), maxPacketsPerSecond: config.scanPacketsPerSecondPerTarget };
}

/** Which scans people may ask for, and how often. */
export function manualScans(config: Config, addressPolicy: AddressPolicy): ManualScanPolicy {
  return { addressPolicy, cooldownSeconds: config.scanCooldownSeconds, ...scanIntervals(config) };
}
