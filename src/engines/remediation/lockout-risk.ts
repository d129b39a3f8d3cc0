import type { Closing } from './closing.ts';
import type { LockoutRisk } from './remediation.ts';

/** @returns null when nobody administers through the port. @param shutsOutAll whether ways stop or rebind the service */
export function lockoutRisk(closing: Closing, service: string, shutsOutAll: boolean): LockoutRisk | null {
  if (!closing.isAdministration) return null;
  const { address, protocol, port, family, ownAddress } = closing;
  const known = service === '' || service === 'unknown' ? null : service;
  return { address, protocol, port, service: known, placeholder: ownAddress, family, shutsOutAll };
}
