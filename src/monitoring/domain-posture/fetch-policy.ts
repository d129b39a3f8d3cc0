import type { Fetched, PolicyAnswer } from '../../engines/domain-posture/domain-look.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboundAnswer, OutboundClient } from '../../platform/http/outbound/outbound-client.ts';
import { OutboundFailure, type OutboundFailureKind } from '../../platform/http/outbound/outbound-failure.ts';

/** Longer ones are not read (RFC 8461, 3.2). */
const maxPolicyBytes = 65_536;

/** Failures that say something of the host, and not of the way to it. */
const telling: Partial<Record<OutboundFailureKind, 'certificate' | 'address'>> = {
  tls: 'certificate',
  denied: 'address',
};

/** Gets the MTA-STS policy of a domain, by the one request that senders make, too. Redirects are not followed (RFC 8461, 3.3). */
export async function fetchPolicy(
  client: Pick<OutboundClient, 'request'>,
  clock: Clock,
  domain: string,
): Promise<Fetched<PolicyAnswer>> {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  return { url, at: clock.now(), ...(await fetched(client, url)) };
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
