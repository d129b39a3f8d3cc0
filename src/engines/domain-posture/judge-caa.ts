import { type DnsAnswer, isEvidence } from '../../common/dns-answer.ts';
import { type DomainLook, type LookTools, parentOf } from './domain-look.ts';
import { type JudgedCheck, only, type Remark, remark, shown } from './remarks.ts';

type Property = DnsAnswer<'CAA'>['records'][number];

/** Authorities must not issue where one is critical that they do not know (RFC 8659, 4.1; tags by IANA's registry). */
const knownTags = new Set([
  ...['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc', 'contactemail', 'contactphone'],
]);
const issuing = new Set(['issue', 'issuewild']);

/**
 * Which authorities may issue certificates for a domain, as they look it up: up the tree, the top-level domain
 * included, until there are records (RFC 8659, 3).
 */
export async function judgeCaa({ ask }: LookTools, { domain }: DomainLook): Promise<JudgedCheck> {
  for (let name: string | null = domain.name; name !== null; name = parentOf(name)) {
    const answer = await ask({ name, type: 'CAA' });
    if (!isEvidence(answer)) return only('caa.unanswered', { name });
    if (answer.records.length > 0) return judgeProperties(name, answer.records);
  }
  return only('caa.absent');
}

function judgeProperties(name: string, properties: readonly Property[]): JudgedCheck {
  const remarks = properties.flatMap(propertyRemarks);
  const isRestricted = properties.some(({ tag }) => tag.toLowerCase() === 'issue');
  const whole = [...remarks, ...(isRestricted ? [] : [remark('caa.no_issuer')])];
  return {
    remarks: whole.length > 0 ? whole : [remark('caa.fine', { name })],
    found: shown(properties.map(({ isCritical, tag, value }) => `${isCritical ? 128 : 0} ${tag} "${value}"`)),
    shouldBe: null,
  };
}

function propertyRemarks({ isCritical, tag, value }: Property): Remark[] {
  const known = tag.toLowerCase();
  if (isCritical && !knownTags.has(known)) return [remark('caa.unknown_critical', { tag })];
  // What cannot be read lets nobody issue (RFC 8659, 4.2).
  return issuing.has(known) && !isIssuer(value) ? [remark('caa.malformed', { value })] : [];
}

function isIssuer(value: string): boolean {
  const [issuer = '', ...parameters] = value.split(';').map((part) => part.trim());
  const isName =
    issuer === '' || /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i.test(issuer);
  return isName && parameters.every((each) => each === '' || /^[a-z0-9-]+\s*=\s*[!-~]*$/i.test(each));
}
