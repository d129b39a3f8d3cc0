import { Tally } from '../../common/tally.ts';
import type { LookTools, PolicyAnswer } from '../../engines/domain-posture/domain-look.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboundAnswer, OutboundClient, OutboundResolver } from '../../platform/http/outbound/outbound-client.ts';
import { OutboundFailure, type OutboundFailureKind } from '../../platform/http/outbound/outbound-failure.ts';

/** Longer ones are not read (RFC 8461, 3.2). */
const maxPolicyBytes = 65_536;
/** A hoster has the policies of many domains on one host. Where it hangs, more looks than these go without, so that looks keep their pace. */
const longestLine = 4;

/** Failures that say something of the host, and not of the way to it. */
const telling: Partial<Record<OutboundFailureKind, 'certificate' | 'address'>> = {
  tls: 'certificate',
  denied: 'address',
};

export interface PolicyNetwork {
  readonly client: Pick<OutboundClient, 'request'>;
  readonly resolver: OutboundResolver;
  readonly clock: Clock;
}

/**
 * Gets the MTA-STS policies of domains, each by the one request that senders make, too. Redirects are not followed (RFC 8461, 3.3). That too many
 * wait for the same host is an answer: nothing is known of the policy then, as of one that does not come.
 */
export function policyFetcher({ client, resolver, clock }: PolicyNetwork): LookTools['fetchPolicy'] {
  const waiting = new Tally();
  return async (domain) => {
    const name = `mta-sts.${domain}`;
    const url = `https://${name}/.well-known/mta-sts.txt`;
    const host = await addressOf(resolver, name);
    if (waiting.of(host) >= longestLine) return { url, at: clock.now(), outcome: 'silent' };
    waiting.add(host);
    try {
      return { url, at: clock.now(), ...(await fetched(client, url)) };
    } finally {
      waiting.remove(host);
    }
  };
}

/** What all names at one host have in common; without an address the name, of which the request says what is wrong. */
async function addressOf(resolver: OutboundResolver, name: string): Promise<string> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return addresses.sort()[0] ?? name;
}

async function fetched(client: Pick<OutboundClient, 'request'>, url: string): Promise<PolicyAnswer> {
  try {
    return read(await client.request({ url, method: 'GET', headers: { accept: 'text/plain' } }));
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    const why = telling[error.kind];
    return why === undefined ? { outcome: 'silent' } : { outcome: 'none', why };
  }
}

function read({ status, headers, body, isCut }: OutboundAnswer): PolicyAnswer {
  if (status >= 500 || status === 429) return { outcome: 'silent' };
  if (status !== 200) return { outcome: 'none', why: 'status', status };
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'text/plain') return { outcome: 'none', why: 'type' };
  return isCut || body.length > maxPolicyBytes
    ? { outcome: 'none', why: 'length' }
    : { outcome: 'policy', text: body.toString() };
}
