/** pyspf, an evaluator that others wrote, is asked about the same records as we are, by the same server on loopback. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startZoneServer } from '../../../test/support/zone-server.ts';
import { noTemplate } from '../../engines/domain-posture/domain-look.ts';
import { judgePosture } from '../../engines/domain-posture/judge-posture.ts';
import { type Remark, rate } from '../../engines/domain-posture/remarks.ts';
import { systemClock } from '../../platform/clock.ts';
import { DnsClient } from '../../platform/dns/dns-client.ts';

/** Debian's Python has Debian's modules, whichever other one comes first. */
const installed = existsSync('/usr/lib/python3/dist-packages/spf.py');
const oracle = path.join(import.meta.dirname, 'testing', 'spf-oracle.py');
/** Nothing that is written here names it but what names everybody. */
const stranger = '203.0.113.77';
const [zones, domainsInZone] = [200, 6];

/** Targets are numbers of domains in the zone. */
const target = fc.nat(domainsInZone - 1);
const qualifier = fc.constantFrom('', '', '', '+', '-', '~', '?');
const right = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('include'), target).map(([kind, to]) => `${kind}:@${to}`) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('a', 'mx', 'exists'), target).map(([kind, to]) => `${kind}:@${to}`),
  },
  fc.constantFrom('a', 'mx', 'a/24', 'mx/24//64', 'a//64', 'ip4:192.0.2.1', 'ip4:192.0.2.0/24', 'ip6:2001:db8::/32'),
);
const odd = fc.constantFrom(
  ...['ip4:192.0.2.256', 'ip4:192.0.2.0/33', 'ip4', 'ip6:192.0.2.1', 'ip6:2001:db8::/129', 'ipv4:192.0.2.1', 'include'],
  ...[
    'include:',
    'exists',
    'a:',
    'a/33',
    'a//129',
    'mx/24/64',
    'all:x.test',
    'foo',
    '192.0.2.1',
    'foo=bar',
    'exp=why.test',
  ],
  ...['a:192.0.2.1', 'ip4:192.0.2.0/024', 'include:localhost', 'redirect='],
);
const term = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(qualifier, right).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: odd },
);
const closing = fc.option(
  fc.oneof(
    fc.constantFrom('-all', '~all', '?all', '+all', 'all', '-ALL'),
    target.map((to) => `redirect=@${to}`),
  ),
  { freq: 8 },
);
const record = fc
  .tuple(fc.array(term, { maxLength: 5 }), closing)
  .map(([terms, last]) => ['v=spf1', ...terms, ...(last === null ? [] : [last])].join(' '));
/** No record; one; or two, which is none. */
const domain = fc.oneof(
  { weight: 2, arbitrary: fc.constant<string[]>([]) },
  { weight: 16, arbitrary: record.map((each) => [each]) },
  { weight: 1, arbitrary: fc.tuple(record, record) },
);

/** pyspf refuses a record that includes itself also where nobody gets there; by RFC 7208 (4.6, 5.2) that is no error of syntax. */
const includesItself = /^SPF Permanent Error: include has trivial recursion/;

/** The same domains, none of which includes itself: where nobody got there, it makes no difference. */
function withoutLoops(domains: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return domains.map((records, index) => records.map((each) => each.replaceAll(`include:@${index}`, 'ip4:192.0.2.8')));
}

const nameOf = (zone: number, index: number) => `d${index}.z${zone}.test`;

/** One domain in four has no address and no mail host: what asks for it finds nothing. */
function written(zone: number, domains: readonly (readonly string[])[]): string {
  return domains
    .flatMap((records, index) => {
      const name = nameOf(zone, index);
      const hosts =
        index % 4 === 3 ? [] : [`${name} A 192.0.2.${index}`, `${name} MX 10 mx.${name}`, `mx.${name} A 192.0.2.9`];
      return [
        ...hosts,
        `${name} SOA 1`,
        ...records.map(
          (each) => `${name} TXT ${each.replaceAll(/@(\d)/g, (_, to: string) => nameOf(zone, Number(to)))}`,
        ),
      ];
    })
    .join('\n');
}

type Result = 'permerror' | 'none' | 'pass' | 'neutral' | 'restricted' | 'unknown';

function resultOf(remarks: readonly Remark[]): Result {
  const says = (reason: string) => remarks.some((each) => each.reason === `spf.${reason}`);
  if (remarks.some((each) => rate(each).state === 'broken')) return 'permerror';
  if (remarks.some((each) => rate(each).state === 'absent')) return 'none';
  if (remarks.some((each) => rate(each).state === 'unknown')) return 'unknown';
  return says('everyone') ? 'pass' : says('neutral') ? 'neutral' : 'restricted';
}

function asOurs(result: string): string {
  return result === 'fail' || result === 'softfail' ? 'restricted' : result;
}

async function askOracle(
  server: string,
  names: readonly string[],
): Promise<readonly { result: string; told: string }[]> {
  const [host = '', port = ''] = server.split(':');
  const python = spawn('/usr/bin/python3', [oracle, host, port, stranger], { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(`${names.join('\n')}\n`);
  const lines = (await text(python.stdout)).trim().split('\n');
  return lines.map((line) => ({ result: line.split(' ')[0]!, told: line.slice(line.indexOf(' ') + 1) }));
}

it.skipIf(!installed)(
  'what pyspf makes of 200 random records is what we say of them, those that include themselves where nobody gets there included',
  { tags: 'python3-spf' },
  async () => {
    const generated = fc.sample(fc.array(domain, { minLength: domainsInZone, maxLength: domainsInZone }), {
      numRuns: zones,
      seed: 7208,
    });
    const all = [...generated, ...generated.map(withoutLoops)];
    const server = await startZoneServer(all.map((domains, zone) => written(zone, domains)).join('\n'));
    const names = generated.map((_, zone) => nameOf(zone, 0));
    const theirs = await askOracle(
      server.server,
      all.map((_, zone) => nameOf(zone, 0)),
    );
    const dns = new DnsClient({
      clock: systemClock,
      trusts: () => true,
      mayAsk: () => false,
      resolverPace: { perSecond: 100_000, atOnce: 128 },
    });
    const silent = async () => ({ outcome: 'silent', url: '', at: new Date(0) }) as const;
    const disagreements: string[] = [];
    const counts: Record<string, number> = {};
    for (const [zone, name] of names.entries()) {
      const tools = {
        ask: dns.through(server.server),
        fetchPolicy: silent,
        askRegistration: silent,
        randomLabel: () => 'x',
      };
      const verdicts = await judgePosture(tools, { name, dkimSelectors: [], expectsMail: null, template: noTemplate });
      const { remarks } = verdicts.find(({ check }) => check === 'spf')!;
      const { result, told } = theirs[zone]!;
      const ours = resultOf(remarks);
      counts[ours] = (counts[ours] ?? 0) + 1;
      const accepted = [result, ...(includesItself.test(told) ? [theirs[zones + zone]!.result] : [])];
      if (!accepted.map(asOurs).includes(ours))
        disagreements.push(
          `${name}: ours ${ours} (${remarks.map(({ reason }) => reason).join(', ')}), pyspf ${result} (${told})\n${written(zone, generated[zone]!)}`,
        );
    }
    server.close();
    expect(theirs).toHaveLength(all.length);
    expect(disagreements).toEqual([]);
    expect(Object.keys(counts).length).toBeGreaterThanOrEqual(5);
  },
);
