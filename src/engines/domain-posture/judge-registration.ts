import { isEvidence } from '../../common/dns-answer.ts';
import type { DomainLook, LookTools, Registration } from './domain-look.ts';
import { type JudgedCheck, type Remark, remark, shown } from './remarks.ts';

const dayMs = 86_400_000;
const [atOnceDays, soonDays] = [7, 30];

/** States in which a domain is not found, or about to be anybody's. */
const grave = {
  clienthold: 'registration.on_hold',
  serverhold: 'registration.on_hold',
  redemptionperiod: 'registration.in_redemption',
  pendingdelete: 'registration.pending_delete',
} as const;

/** Whether a domain is still its owner's, and for how long, by its registry (RFC 9082, 9083). */
export async function judgeRegistration(tools: LookTools, { domain, soa }: DomainLook): Promise<JudgedCheck> {
  const answer = await tools.askRegistration(domain.name);
  const says = (remarks: readonly Remark[], found: readonly string[] = []): JudgedCheck => ({
    remarks,
    found: shown(found),
    shouldBe: null,
  });
  switch (answer.outcome) {
    case 'no_server':
      return says([remark('registration.not_told')]);
    case 'silent':
      return says([remark('registration.unanswered')]);
    case 'not_registered':
      if (!isEvidence(soa)) return says([remark('registration.unanswered')]);
      // Registries that leave out domains are more frequent than domains that work unregistered.
      return says([remark(soa.outcome === 'no_name' ? 'registration.lost' : 'registration.contradiction')]);
    case 'registered':
      return says(registrationRemarks(answer.registration, answer.at), registrationLines(answer.registration));
  }
}

/** What there is to say of a registration at a time: one at least. */
export function registrationRemarks({ statuses, expiresAt }: Registration, now: Date): readonly Remark[] {
  const reasons = new Set(
    Object.entries(grave).flatMap(([status, reason]) => (statuses.includes(status) ? [reason] : [])),
  );
  if (reasons.size > 0) return [...reasons].map((reason) => remark(reason));
  if (expiresAt === null) return [remark('registration.no_date')];
  const date = expiresAt.toISOString().slice(0, 10);
  const days = (expiresAt.getTime() - now.getTime()) / dayMs;
  // Within it the registry has renewed already, and the registrar may still take it back.
  if (statuses.includes('autorenewperiod') || days > soonDays) return [remark('registration.fine', { date })];
  if (days < 0) return [remark('registration.expired', { date })];
  return [remark(days <= atOnceDays ? 'registration.ends_at_once' : 'registration.ends_soon', { date })];
}

/** A registration as it is shown, by the names that RDAP has for its parts. */
export function registrationLines({ statuses, expiresAt, registrar }: Registration): readonly string[] {
  return [
    ...(registrar === null ? [] : [`registrar: ${registrar}`]),
    ...(expiresAt === null ? [] : [`expiration: ${expiresAt.toISOString().slice(0, 10)}`]),
    ...(statuses.length === 0 ? [] : [`status: ${statuses.join(', ')}`]),
  ];
}

/** Reads the answer of a registry about a domain (RFC 9083); null: it is none, or about another one. */
export function readRegistration(json: unknown, name: string): Registration | null {
  const { objectClassName, ldhName, status, events, entities, nameservers } = objectOf(json);
  if (objectClassName !== 'domain') return null;
  if (typeof ldhName === 'string' && hostName(ldhName) !== name) return null;
  const registrar = listOf(entities)
    .map(objectOf)
    .find(({ roles }) => listOf(roles).includes('registrar'));
  return {
    statuses: listOf(status).flatMap((each) =>
      typeof each === 'string' ? [each.toLowerCase().replaceAll(/[^a-z]/g, '')] : [],
    ),
    expiresAt: dateOf(
      listOf(events)
        .map(objectOf)
        .find(({ eventAction }) => eventAction === 'expiration')?.eventDate,
    ),
    registrar: nameOf(registrar),
    registrarId: numberOf(registrar),
    nameServers: hostsOf(nameservers),
  };
}

/** Hosts that it is delegated to. More than the thirteen of the root are not kept. */
function hostsOf(nameservers: unknown): readonly string[] {
  const names = listOf(nameservers)
    .map((each) => objectOf(each).ldhName)
    .flatMap((each) => (typeof each === 'string' ? [hostName(each)] : []));
  return [...new Set(names)]
    .filter((each) => each.length <= 253 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(each))
    .toSorted()
    .slice(0, 13);
}

function hostName(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}

function dateOf(value: unknown): Date | null {
  const date = typeof value === 'string' ? new Date(value) : null;
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}

/** The full name in a jCard (RFC 7095): `["vcard", [["fn", {}, "text", "Registrar"], …]]`. */
function nameOf(entity: Members | undefined): string | null {
  const properties = listOf(listOf(entity?.vcardArray)[1]).map(listOf);
  const name = properties.find(([property]) => property === 'fn')?.[3];
  return typeof name === 'string' && name !== '' ? shown([name])[0]! : null;
}

/** By the registry of registrars (RFC 9083, 4.8). */
function numberOf(entity: Members | undefined): string | null {
  const numbered = listOf(entity?.publicIds)
    .map(objectOf)
    .find(({ type }) => type === 'IANA Registrar ID');
  return typeof numbered?.identifier === 'string' && /^\d{1,10}$/.test(numbered.identifier)
    ? numbered.identifier
    : null;
}

type Members = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
