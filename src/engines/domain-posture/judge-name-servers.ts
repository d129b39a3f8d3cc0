import { isIPv4 } from 'node:net';
import { isEvidence } from '../../common/dns-answer.ts';
import { networkOf } from '../../common/ip-bytes.ts';
import { type DomainLook, type LookTools, zoneOf } from './domain-look.ts';
import { hostAddresses } from './host-addresses.ts';
import { type JudgedCheck, only, type Remark, remark, shown } from './remarks.ts';

/** Root and most top-level domains have no more. */
const judgedServers = 13;

type Standing = 'serves' | 'lame' | 'silent';

interface NameServerLook {
  readonly host: string;
  readonly standing: Standing;
  readonly addresses: readonly string[];
  /** Whether these are all. */
  readonly areKnown: boolean;
}

/** Whether every name server of the zone that a domain is in knows it, and whether there are several (RFC 1912, 2.8; RFC 2182). */
export async function judgeNameServers(tools: LookTools, { domain, soa }: DomainLook): Promise<JudgedCheck> {
  const { name } = domain;
  if (soa.outcome === 'no_name') return only('name_servers.no_such_name', { name });
  const zone = isEvidence(soa) ? zoneOf(soa) : null;
  const answer = await tools.ask({ name: zone ?? name, type: 'NS' });
  if (answer.outcome !== 'records') return only('name_servers.unanswered', { name: zone ?? name });
  const hosts = [...new Set(answer.records)].toSorted();
  const looks = await Promise.all(hosts.slice(0, judgedServers).map((host) => lookAt(tools, host, zone ?? name)));
  const remarks = [...standingRemarks(looks), ...spreadRemarks(looks)];
  return {
    remarks: remarks.length > 0 ? remarks : [remark('name_servers.fine', { count: String(hosts.length) })],
    found: shown(hosts),
    shouldBe: null,
  };
}

/** One address of a host is asked for the start of the zone; whoever has it answers with authority. */
async function lookAt(tools: LookTools, host: string, zone: string): Promise<NameServerLook> {
  const { addresses, isKnown: areKnown } = await hostAddresses(tools, host);
  const look = { host, addresses, areKnown };
  const [at] = addresses;
  if (at === undefined) return { ...look, standing: areKnown ? 'lame' : 'silent' };
  const { outcome, isAuthoritative } = await tools.ask({ name: zone, type: 'SOA', at });
  if (outcome === 'silent') return { ...look, standing: 'silent' };
  return { ...look, standing: outcome === 'records' && isAuthoritative ? 'serves' : 'lame' };
}

function standingRemarks(looks: readonly NameServerLook[]): Remark[] {
  const hostsThat = (standing: Standing) => looks.filter((look) => look.standing === standing).map(({ host }) => host);
  const [lame, silent] = [hostsThat('lame'), hostsThat('silent')];
  const values = { hosts: lame.join(', ') };
  return [
    ...(lame.length === 0
      ? []
      : [remark(lame.length === looks.length ? 'name_servers.all_lame' : 'name_servers.lame', values)]),
    ...(silent.length === 0 ? [] : [remark('name_servers.silent', { hosts: silent.join(', ') })]),
  ];
}

function spreadRemarks(looks: readonly NameServerLook[]): Remark[] {
  if (looks.length === 1) return [remark('name_servers.only_one')];
  // Addresses that are not known may be elsewhere.
  const open = looks.filter(({ areKnown }) => !areKnown);
  if (open.length > 0)
    return open
      .filter(({ standing }) => standing !== 'silent')
      .map(({ host }) => remark('name_servers.unanswered', { name: host }));
  const addresses = looks.flatMap((look) => look.addresses);
  const networks = new Set(addresses.map(networkOf));
  const families = new Set(addresses.map(isIPv4));
  return networks.size > 0 && networks.size === families.size ? [remark('name_servers.one_network')] : [];
}
