import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { browserName } from './browser-name.ts';
import type { Administrator, ApiKey, AuditEntry } from './data.ts';
import { products } from './products.ts';

const subjects: Readonly<Record<string, string>> = {
  endpoint: 'Server',
  api_key: 'API key',
  allowed_ports: 'Allowed ports',
  domain_alert: 'Alert',
  notification_recipient: 'Mail address',
  notification_settings: 'Mail settings',
};
const verbs: Readonly<Record<string, string>> = { provisioned: 'set up', relinked: 'moved to another service' };
const others: Readonly<Record<string, string>> = {
  'sign_in.token_minted': 'Sign-in link made',
  'customer.sessions_ended': 'Customer signed out everywhere',
  'customer.view_started': 'Portal opened as the customer, read-only',
  'customer.view_ended': 'Portal closed again',
  'endpoint.scan_requested': 'Scan asked for',
  'administrator.sign_in_failed': 'Sign-in failed',
  'administrator.sign_in_incomplete': 'Sign-in without a code',
  'administrator.sign_in_throttled': 'Sign-in refused: too many attempts',
  'administrator.proof_failed': 'Wrong password or code within a session',
};

/** `api_key.created` as people read it: "API key created". */
export function actionWords(action: string): string {
  if (others[action] !== undefined) return others[action];
  const [subject = '', verb = ''] = action.split('.');
  const noun = subjects[subject] ?? sentence(subject);
  return `${noun} ${verbs[verb] ?? verb.replaceAll('_', ' ')}`.trim();
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
    if (subject.type === 'allowed_ports') return `${subject.ports}, ${name ?? 'all servers'}`;
    return subject.ports === null ? name : `${name}, ${subject.ports}`;
  }
  // A plan's new terms carry its name.
  const given: Record<string, unknown> = { ...recordOf(details.to), ...details };
  const field = namesInDetails.find((name) => typeof given[name] === 'string');
  const name = field === undefined ? given.slug : given[field];
  const product = typeof given.product_slug === 'string' ? (products[given.product_slug] ?? given.product_slug) : null;
  const words = [product, typeof name === 'string' ? readableName(name) : null].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(', ');
}

/** The product with the plan or the places that the entry tells of. */
function subscriptionWords(product: string, { plan_slug: plan, quantity }: AuditEntry['details']): string {
  const name = products[product] ?? product;
  if (typeof plan === 'string') return `${name}, ${plan}`;
  return typeof quantity === 'number' ? `${name}, ${quantity.toLocaleString('en')} slots` : name;
}

/** What changed, `old → new`, as far as the entry has it; null where it says nothing of that. */
export function changeWords({ details }: Pick<AuditEntry, 'details'>): string | null {
  const { from, to, reason, until } = details;
  const changes = [
    ...(from === undefined ? [] : to === undefined ? fromWords(from) : differences(from, to)),
    // A setting that is called by its name.
    ...Object.entries(details).flatMap(([name, value]) => namedChange(name, value)),
    ...(typeof until === 'string' ? [`until ${until.slice(0, 10)}`] : []),
    ...(typeof reason === 'string' ? [`“${reason}”`] : []),
  ];
  return changes.length === 0 ? null : changes.join(', ');
}

/** Of a move it is known what was before; what is now, its action says. */
function fromWords(from: unknown): string[] {
  return typeof from === 'string' ? [`was ${from.replaceAll('_', ' ')}`] : [];
}

function namedChange(name: string, value: unknown): string[] {
  const { from, to, newly_paused: paused, unpaused } = recordOf(value);
  if (Array.isArray(paused) && Array.isArray(unpaused))
    return [...listWords('Paused', paused), ...listWords('Watched again', unpaused)];
  if (name === 'from' || name === 'to' || from === undefined || to === undefined) return [];
  return [`${sentence(name)}: ${valueWords(from)} → ${valueWords(to)}`];
}

function listWords(name: string, values: readonly unknown[]): string[] {
  return values.length === 0 ? [] : [`${name}: ${values.join(', ')}`];
}

function differences(from: unknown, to: unknown): string[] {
  if (!isRecord(from) || !isRecord(to)) return [`${valueWords(from)} → ${valueWords(to)}`];
  return Object.keys(to)
    .filter((name) => JSON.stringify(from[name] ?? null) !== JSON.stringify(to[name] ?? null))
    .map((name) => `${sentence(name.replace(/_slug$/, ''))}: ${valueWords(from[name])} → ${valueWords(to[name])}`);
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
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
      return known ? (known.name ?? known.email) : 'A former administrator';
    }
    case 'api_key': {
      const known = keys.find((key) => key.id === id);
      return known ? `API key “${known.name}”` : 'An API key';
    }
    case 'customer':
      return 'The customer';
    case 'operator':
      return 'The operator';
    case 'system':
      return 'The service';
  }
}

/** Where it came from: "192.0.2.7, Firefox on Windows"; null where that is not noted. */
export function originWords({ address, user_agent: userAgent }: AuditEntry['details']): string | null {
  if (typeof address !== 'string') return null;
  return typeof userAgent === 'string' ? `${address}, ${browserName(userAgent)}` : address;
}
