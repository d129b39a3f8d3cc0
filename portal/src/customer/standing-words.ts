import type { Overview } from './data.ts';

type Counts = Pick<Overview, 'needs_action' | 'servers' | 'domains'>;

/** Whether all is well, in one line: what needs action first, then what nobody looks at. */
export function headlineOf({ needs_action: needs, servers, domains }: Counts): string {
  if (needs.total > 0) return needsAction(needs);
  if (servers.total + domains.total === 0) return 'Welcome. Which server shall we watch?';
  const unwatched = servers.failing + servers.outside_policy + servers.paused + servers.waiting_for_capacity;
  if (unwatched === 1) return 'One server is not scanned';
  if (unwatched > 1) return `${number(unwatched)} servers are not scanned`;
  if (servers.never_scanned === 1) return 'One server waits for its first scan';
  if (servers.never_scanned > 1) return `${number(servers.never_scanned)} servers wait for their first scan`;
  const unseen = domains.total - domains.looked_at;
  if (unseen === 1) return 'One domain has not been looked through';
  if (unseen > 1) return `${number(unseen)} domains have not been looked through`;
  if (domains.unverified === 1) return 'Prove that you control your domain';
  if (domains.unverified > 1) return `Prove that you control ${number(domains.unverified)} domains`;
  return 'Nothing needs your attention';
}

function needsAction({ total, open_ports }: Overview['needs_action']): string {
  const areAllPorts = open_ports === total;
  if (total === 1) return areAllPorts ? 'One open port needs your attention' : 'One alert needs your attention';
  return areAllPorts
    ? `${number(total)} open ports need your attention`
    : `${number(total)} alerts need your attention`;
}

/** What was looked at, as one sentence. */
export function lookedAtWords({ servers, domains }: Counts): string {
  const ofServers = servers.looked_at === 1 ? 'your server' : `all ${number(servers.looked_at)} servers`;
  const ofDomains = domains.looked_at === 1 ? 'your domain' : `all ${number(domains.looked_at)} domains`;
  if (domains.looked_at === 0) return `We looked at ${ofServers}: nothing has to be done.`;
  if (servers.looked_at === 0) return `We looked at ${ofDomains}: nothing has to be done.`;
  return `We looked at ${ofServers} and ${ofDomains}: nothing has to be done.`;
}

export interface Gap {
  readonly text: string;
  readonly to: '/servers' | '/domains';
  readonly search?: { status: 'paused' };
}

type Texts = readonly [one: string, many: (count: string) => string];

const ofServers: Readonly<Record<Exclude<keyof Overview['servers'], 'total' | 'looked_at'>, Texts>> = {
  failing: [
    'The last scan of one server could not tell how it is.',
    (count) => `The last scans of ${count} servers could not tell how they are.`,
  ],
  never_scanned: ['One server waits for its first scan.', (count) => `${count} servers wait for their first scan.`],
  outside_policy: [
    'One server has an address that is never scanned.',
    (count) => `${count} servers have addresses that are never scanned.`,
  ],
  paused: [
    'One server is paused: nobody looks at it.',
    (count) => `${count} servers are paused: nobody looks at them.`,
  ],
  waiting_for_capacity: [
    'One server waits until your plan has room for it: nobody looks at it.',
    (count) => `${count} servers wait until your plan has room for them: nobody looks at them.`,
  ],
};

const ofDomains: Readonly<Record<Exclude<keyof Overview['domains'], 'total' | 'looked_at'>, Texts>> = {
  failing: [
    'The last look at one domain is not complete: a source did not answer.',
    (count) => `The last looks at ${count} domains are not complete: a source did not answer.`,
  ],
  never_scanned: ['One domain waits for its first look.', (count) => `${count} domains wait for their first look.`],
  paused: [
    'One domain is paused: nobody looks at it.',
    (count) => `${count} domains are paused: nobody looks at them.`,
  ],
  waiting_for_capacity: [
    'One domain waits until your plan has room for it: nobody looks at it.',
    (count) => `${count} domains wait until your plan has room for them: nobody looks at them.`,
  ],
  unverified: [
    'Control of one domain is not proved: what leaked of it is told in part only.',
    (count) => `Control of ${count} domains is not proved: what leaked of them is told in part only.`,
  ],
};

/** What nobody looks at, or not all of it, and where to mend that. */
export function gapsOf({ servers, domains }: Counts): readonly Gap[] {
  const said = <Name extends string>(texts: Readonly<Record<Name, Texts>>, counts: Readonly<Record<Name, number>>) =>
    (Object.keys(texts) as Name[]).flatMap((name) => {
      const [one, many] = texts[name];
      return counts[name] === 0 ? [] : [{ name, text: counts[name] === 1 ? one : many(number(counts[name])) }];
    });
  return [
    ...said(ofServers, servers).map(
      ({ name, text }): Gap => ({
        text,
        to: '/servers',
        ...(name === 'paused' || name === 'waiting_for_capacity' ? { search: { status: 'paused' } } : {}),
      }),
    ),
    ...said(ofDomains, domains).map(({ text }): Gap => ({ text, to: '/domains' })),
  ];
}

function number(count: number): string {
  return count.toLocaleString('en');
}
