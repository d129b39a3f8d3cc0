import { isIP } from 'node:net';
import { type LockoutRisk, type Platform, platforms, type Remediation } from '../../engines/remediation/remediation.ts';
import { plainAddress } from '../../platform/http/client-network.ts';
import type { Messages } from '../../platform/messages/message.ts';

/** Platform to what people call it, in the order they are offered. */
export function platformLabels(t: Messages, onWindows: boolean): Record<Platform, string> {
  const labels = platforms.map((platform) => {
    const name = platform === 'generic' && onWindows ? 'windows' : platform;
    return [platform, t(`alert.remediation.platform.${name}`)] as const;
  });
  return Object.fromEntries(labels) as Record<Platform, string>;
}

/** Step to when it is needed at all, as a sentence; null: always. */
export function conditionWords(t: Messages, { onlyIf }: Remediation['steps'][number]): string | null {
  return onlyIf === null ? null : t(`alert.remediation.only-if.${onlyIf}`);
}

/** To be read before the commands are run. */
export function lockoutWarning(t: Messages, risk: LockoutRisk | null): string | null {
  if (risk === null) return null;
  const { address, protocol, port, service, placeholder, family, shutsOutAll } = risk;
  const named = service === null ? `${port}/${protocol}` : `${port}/${protocol} (${service})`;
  const own = { placeholder, family: family === 'ipv4' ? 'IPv4' : 'IPv6' };
  return [
    t('alert.remediation.lockout.port', { port: named, address }),
    t('alert.remediation.lockout.second-way'),
    t(`alert.remediation.lockout.${shutsOutAll ? 'everybody' : 'others'}`, own),
    t('alert.remediation.lockout.check'),
  ].join(' ');
}

/** Where the reader is seen to come from, if the server can be reached from there: by an address of its own family. */
export function ownAddressOf({ family }: LockoutRisk, clientAddress: string): string | null {
  const address = plainAddress(clientAddress);
  return isIP(address) === (family === 'ipv4' ? 4 : 6) ? address : null;
}
