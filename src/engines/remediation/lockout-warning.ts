import type { Closing } from './closing.ts';

/** To be shown before the commands; null when nobody administers through the port. `inFirewallOnly`: no way stops or rebinds. */
export function warnOfLockout(closing: Closing, service: string, inFirewallOnly: boolean): string | null {
  if (!closing.isAdministration) return null;
  const { address, port, protocol } = closing;
  const named = service === '' || service === 'unknown' ? '' : ` (${service})`;
  return [
    `Port ${port}/${protocol}${named} on ${address} is one that people administer their server through: closing it can lock you out.`,
    'Before you run anything, keep the session open that you have now, and make sure of a second way in, such as the console of your hosting provider or a VPN.',
    keepYourAccess(closing, inFirewallOnly),
  ].join(' ');
}

function keepYourAccess({ ownAddress, family }: Closing, inFirewallOnly: boolean): string {
  const own = `${ownAddress} with the public ${family === 'ipv4' ? 'IPv4' : 'IPv6'} address that you connect from`;
  const check = 'Then open a new session from there before you end the old one.';
  if (!inFirewallOnly)
    return `A service that is stopped or listens on 127.0.0.1 only can't be reached by you either; where a command has ${ownAddress}, replace ${own}. ${check}`;
  return `Replace ${own}: it stays allowed, everybody else is shut out. ${check}`;
}
