import type { ObservedPort, PortsObserved } from '../../../core/operation/effects.ts';
import { saidNothing } from '../../../engines/service-identification/service-identity.ts';
import { shippedData } from '../../../engines/versions/shipped-data.ts';
import type { Exploitation, VersionData } from '../../../engines/versions/support-ends.ts';
import type { Tracker } from '../../../engines/versions/tracker.ts';
import { judgeVersions } from '../judge-versions.ts';

export const now = new Date('2026-11-29T12:00:00Z');

const nothing: Omit<ObservedPort['identity'], 'service'> = {
  method: 'probed',
  ...saidNothing,
};

/**
 * An SSH server that greets with this.
 * @param heard null: it said nothing this time
 */
export function ssh(greeting: string, port = 22, heard: 'first' | 'again' | null = 'again'): ObservedPort {
  const version = /OpenSSH_(\S+)/.exec(greeting)?.[1] ?? null;
  const identity = { ...nothing, service: 'ssh', product: 'OpenSSH', version, banner: greeting };
  return { protocol: 'tcp', port, identity, ...(heard && { heard }) };
}

/** A web server whose front page has these headers. */
export function web(stated: NonNullable<ObservedPort['identity']['stated']>, port = 443): ObservedPort {
  const identity = { ...nothing, service: 'https', tls: true, banner: 'HTTP/1.1 200 OK', stated };
  return { protocol: 'tcp', port, identity, heard: 'again' };
}

export function observed(open: readonly ObservedPort[], more: Partial<PortsObserved> = {}): PortsObserved {
  const endpoint = { id: 'e', customer_id: 'c', ip_address: '192.0.2.7', hostname: '192.0.2.7' };
  return { endpoint, open, closed: [], isPartial: false, ...more };
}

/** What is shipped, and what a distribution says of OpenSSH in one release. */
export function dataWith(
  fixes: Tracker[string][string],
  exploited: Readonly<Record<string, Exploitation>>,
  { distribution = 'debian', release = 'bookworm', checkedOn = '2026-11-28' } = {},
): VersionData {
  const tracker = { asOf: '2026-11-28', checkedOn, value: { openssh: { [release]: fixes } } };
  return { ...shippedData(), [distribution]: tracker, exploited: new Map(Object.entries(exploited)) };
}

const regreSshion = 'CVE-2024-6387';
const bookworm = 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2';

/** Evidence that makes each text there is. */
export function everyEvidence(): object[] {
  const shipped = shippedData();
  const fixed = { [regreSshion]: { fixed: '1:9.2p1-2+deb12u3', isMinor: false } };
  const open = { [regreSshion]: { fixed: null, isMinor: false } };
  const paid = { [regreSshion]: { fixed: '1:7.6p1-4ubuntu0.7+esm1', isMinor: false } };
  const pro = dataWith(paid, { [regreSshion]: 'exploited' }, { distribution: 'ubuntu', release: 'pro 18.04' });
  const looks: (readonly [ObservedPort, VersionData])[] = [
    [ssh('SSH-2.0-OpenSSH_7.9p1 Debian-10+deb10u2'), shipped],
    [ssh('SSH-2.0-OpenSSH_6.7p1 Debian-5+deb8u8'), shipped],
    [ssh('SSH-2.0-OpenSSH_7.6p1 Ubuntu-4ubuntu0.7'), pro],
    [web({ server: 'Microsoft-IIS/7.5' }), shipped],
    [web({ 'x-powered-by': 'PHP/7.3.33' }), shipped],
    [ssh(bookworm), dataWith(fixed, { [regreSshion]: 'exploited' })],
    [ssh(bookworm), dataWith(open, { [regreSshion]: 'ransomware' })],
  ];
  return looks.flatMap(([port, data]) =>
    judgeVersions(observed([port]), [], data, now).seen.map(({ evidence }) => evidence),
  );
}
