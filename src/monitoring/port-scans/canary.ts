import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalAddress } from '../../engines/address-policy/address-policy.ts';

/** A TCP service of the operator's choice, reached over the same uplink as the targets. */
export interface Canary {
  /** An address or a name. */
  readonly host: string;
  readonly port: number;
}

const timeoutMs = 2_000;

/**
 * Whether the canary answered at all: a refusal has come a long way, too.
 * @param isExcluded addresses that nothing is sent to: a canary that has no other is silent
 */
export async function canaryAnswers(
  { host, port }: Canary,
  isExcluded: (address: string) => boolean = () => false,
): Promise<boolean> {
  const addresses = isIP(host) ? [host] : await addressesOf(host);
  const asked = addresses.filter((address) => !isExcluded(canonicalAddress(address) ?? address));
  const answers = asked.map(async (address) => (await addressAnswers(address, port)) || Promise.reject(new Error()));
  return Promise.any(answers).catch(() => false);
}

/** At most one of each family. */
async function addressesOf(host: string): Promise<string[]> {
  const expired = sleep(timeoutMs, [], { ref: false });
  const found = await Promise.race([lookup(host, { all: true }).catch(() => []), expired]);
  const firsts = [4, 6].map((family) => found.find((entry) => entry.family === family)?.address);
  return firsts.filter((address) => address !== undefined);
}

async function addressAnswers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const settle = (answered: boolean) => {
      resolve(answered);
      socket.removeAllListeners('connect').removeAllListeners('timeout');
      socket.on('error', () => {});
      socket.resetAndDestroy();
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNREFUSED'));
  });
}
