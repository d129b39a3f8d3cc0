import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { languageName } from '../ui/language-name.ts';
import { absoluteTime } from '../ui/time-words.ts';
import { browserName } from './browser-name.ts';
import type { Administrator, ApiKey, AuditEntry } from './data.ts';
import { productName } from './product-name.ts';

/** What was done, in words; an action that has none here is told by its name: "Api key created". */
export function actionWords(action: string): string {
  return told(`console.action.${action}` as MessageKey) ?? sentence(action.replaceAll('.', ' '));
}

/** The name of a detail or of a setting as people read it: `plan_slug` is "Plan". */
export function fieldWords(name: string): string {
  return told(`console.field.${name}` as MessageKey) ?? sentence(name);
}

/** A message that may be missing: what is recorded can be newer than the texts. */
function told(key: MessageKey): string | null {
  const words = t(key);
  return words === key ? null : words;
}

function sentence(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where an entry's details say what it is about, as none of today's records does: it is gone, or of another sort. */
const namesInDetails = ['ip_address', 'domain', 'email', 'name', 'plan_slug', 'portal_domain'] as const;

/** What it was done to: the address, the domain, the plan, the ports; null where nothing says it. */
export function aboutWords({ subject, details }: Pick<AuditEntry, 'subject' | 'details'>): string | null {
  if (subject !== null) {
    const name = subject.name === null ? null : readableName(subject.name);
    if (subject.type === 'subscription') return subscriptionWords(subject.name ?? '', details);
    if (subject.type === 'allowed_ports') return `${subject.ports}, ${name ?? t('console.audit-words.all-servers')}`;
    return subject.ports === null ? name : `${name}, ${subject.ports}`;
  }
  // A plan's new terms carry its name.
  const given: Record<string, unknown> = { ...recordOf(details.to), ...details };
  const field = namesInDetails.find((name) => typeof given[name] === 'string');
  const name = field === undefined ? given.slug : given[field];
  const product = typeof given.product_slug === 'string' ? productName(given.product_slug) : null;
  const words = [product, typeof name === 'string' ? readableName(name) : null].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(', ');
}

/** The product with the plan or the places that the entry tells of. */
function subscriptionWords(product: string, { plan_slug: plan, quantity }: AuditEntry['details']): string {
  const name = productName(product);
  if (typeof plan === 'string') return `${name}, ${plan}`;
  return typeof quantity === 'number' ? `${name}, ${t('console.common.count-slots', { count: quantity })}` : name;
}

/** What changed, `old → new`, as far as the entry has it; null where it says nothing of that. */
export function changeWords({ details }: Pick<AuditEntry, 'details'>): string | null {
  const { from, to, reason, until } = details;
  const changes = [
    ...(from === undefined ? [] : to === undefined ? fromWords(from) : differences(from, to)),
    // A setting that is called by its name.
    ...Object.entries(details).flatMap(([name, value]) => namedChange(name, value)),
    ...(typeof until === 'string' ? [t('console.audit-words.until', { date: absoluteTime(new Date(until)) })] : []),
    ...(typeof reason === 'string' ? [t('console.audit-words.reason', { reason })] : []),
  ];
  return changes.length === 0 ? null : changes.join(', ');
}

/** Of a move it is known what was before; what is now, its action says. */
function fromWords(from: unknown): string[] {
  return typeof from === 'string' ? [t('console.audit-words.was', { state: valueWords(from) })] : [];
}

function namedChange(name: string, value: unknown): string[] {
  const { from, to, newly_paused: paused, unpaused } = recordOf(value);
  if (Array.isArray(paused) && Array.isArray(unpaused))
    return [
      ...listWords('console.plans.paused-servers', paused),
      ...listWords('console.plans.watched-again-servers', unpaused),
    ];
  if (name === 'from' || name === 'to' || from === undefined || to === undefined) return [];
  return [changeOf(name, from, to)];
}

function listWords(
  key: 'console.plans.paused-servers' | 'console.plans.watched-again-servers',
  values: readonly unknown[],
): string[] {
  return values.length === 0 ? [] : [t(key, { servers: values.join(', ') })];
}

function differences(from: unknown, to: unknown): string[] {
  if (!isRecord(from) || !isRecord(to)) return [`${valueWords(from)} → ${valueWords(to)}`];
  return Object.keys(to)
    .filter((name) => JSON.stringify(from[name] ?? null) !== JSON.stringify(to[name] ?? null))
    .map((name) => changeOf(name, from[name], to[name]));
}

function changeOf(name: string, from: unknown, to: unknown): string {
  const words = name === 'language' ? languageWords : valueWords;
  return t('console.audit-words.change', { name: fieldWords(name), from: words(from), to: words(to) });
}

function languageWords(value: unknown): string {
  return typeof value === 'string' ? languageName(value) : valueWords(value);
}

/** A value as people read it: `false_positive` is "false positive". */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('console.audit.none');
  if (typeof value === 'string') return told(`console.state.${value}` as MessageKey) ?? value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Who did it, by name where the name is known. */
export function actorWords(
  { kind, id }: AuditEntry['actor'],
  administrators: readonly Administrator[],
  keys: readonly ApiKey[],
): string {
  switch (kind) {
    case 'administrator': {
      const known = administrators.find((administrator) => administrator.id === id);
      return known ? (known.name ?? known.email) : t('console.audit-words.former-administrator');
    }
    case 'api_key': {
      const known = keys.find((key) => key.id === id);
      return known ? t('console.audit-words.api-key', { name: known.name }) : t('console.audit-words.an-api-key');
    }
    case 'customer':
      return t('console.audit-words.the-customer');
    case 'operator':
      return t('console.audit-words.the-operator');
    case 'system':
      return t('console.audit-words.the-service');
  }
}

/** Where it came from: "192.0.2.7, Firefox on Windows"; null where that is not noted. */
export function originWords({ address, user_agent: userAgent }: AuditEntry['details']): string | null {
  if (typeof address !== 'string') return null;
  return typeof userAgent === 'string' ? `${address}, ${browserName(userAgent)}` : address;
}
