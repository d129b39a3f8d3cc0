import { isEvidence } from '../../common/dns-answer.ts';
import { type DomainLook, isNullMx, type LookTools } from './domain-look.ts';
import { hostAddresses } from './host-addresses.ts';
import { type JudgedCheck, type Remark, remark, shown } from './remarks.ts';

/** Names that are asked besides the domain itself: nobody guesses. */
const usualHosts = ['www', 'mail'];

/**
 * Whether a name of the domain points at a server that its customer had and has no longer, which only who sells both can know. Whoever has the
 * address now gets what is meant for the name.
 */
export async function judgeDangling(tools: LookTools, { domain, mx }: DomainLook): Promise<JudgedCheck> {
  const own = mx.records.filter((record) => !isNullMx(record)).map(({ exchange }) => exchange);
  const hosts = new Set([
    domain.name,
    ...usualHosts.map((host) => `${host}.${domain.name}`),
    ...own.filter((exchange) => exchange.endsWith(`.${domain.name}`)),
  ]);
  const seen = await Promise.all([...hosts].map(async (name) => ({ name, ...(await hostAddresses(tools, name)) })));
  const holders = await tools.holdersOf!(seen.flatMap(({ addresses }) => addresses));
  const remarks = seen.flatMap(({ name, addresses, isKnown }): Remark[] => [
    ...addresses.flatMap((address) => {
      const holder = holders.get(address);
      if (holder === undefined || holder === 'own') return [];
      return [remark(holder === 'other' ? 'dangling.other_customer' : 'dangling.former', { name, address })];
    }),
    ...(isKnown ? [] : [remark('dangling.unanswered', { name })]),
  ]);
  // A mail host that nobody told of may be the one.
  if (!isEvidence(mx)) remarks.push(remark('dangling.unanswered', { name: domain.name }));
  return {
    remarks: remarks.length > 0 ? remarks : [remark('dangling.fine')],
    found: shown(seen.flatMap(({ name, addresses }) => addresses.map((address) => `${name} ${address}`))),
    shouldBe: null,
  };
}
