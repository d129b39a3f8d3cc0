import { rankOf, type Severity } from '../common/severity.ts';
import { isAdministrationAccess } from './administration.ts';
import type { Exposure } from './assessment.ts';
import { type RiskMatch, unrecognisedServices } from './match-risk.ts';
import { printableText } from './printable-text.ts';

const maxTitleLength = 120;

/** One line: what is exposed and where. */
export function titleOf(exposure: Exposure, { row, certainty }: RiskMatch): string {
  const name = row.thing.replace(/^(?:an?|the) /, '');
  const isGuess = certainty === 'port_number' || certainty === 'web_on_port';
  const subject = isGuess && exposure.unauthenticated !== true ? `Probable ${name}` : capitalised(name);
  return printableTitle(`${subject} ${stateOf(exposure)} (port ${portOf(exposure)})`);
}

function stateOf({ unauthenticated }: Exposure): string {
  if (unauthenticated === true) return 'answers the internet without a password';
  return unauthenticated === false ? 'asks the internet for a login' : 'is reachable from the internet';
}

function printableTitle(title: string): string {
  return [...title].slice(0, maxTitleLength).join('');
}

/** What is exposed and where; why that matters; what was seen; what to do. Paragraphs are separated by an empty line. */
export function explain(exposure: Exposure, match: RiskMatch, riskLevel: Severity): string {
  const { why, advice } = textsFor(exposure, match.row);
  return [
    exposed(exposure, match),
    `Why it matters: ${why}`,
    `What we saw: ${[...seen(exposure, match), rated(exposure, match.row, riskLevel)].join(' ')}`,
    `What to do: ${[...urgency(exposure, riskLevel), advice, ...caution(exposure)].join(' ')}`,
  ].join('\n\n');
}

/** What is true of a service that lets everybody in need not be of one that asks for a login. */
function textsFor({ unauthenticated }: Exposure, row: RiskMatch['row']): Pick<RiskMatch['row'], 'why' | 'advice'> {
  const own = unauthenticated === true ? { advice: row.open?.advice } : unauthenticated === false ? row.guarded : {};
  return { why: row.why, advice: row.advice, ...definedOf(own) };
}

function definedOf(texts: { why?: string | undefined; advice?: string | undefined } = {}) {
  const { why, advice } = texts;
  return { ...(why !== undefined && { why }), ...(advice !== undefined && { advice }) };
}

function exposed(exposure: Exposure, { row, certainty }: RiskMatch): string {
  const place = `${printableText(exposure.address, 64) ?? 'this server'}, port ${portOf(exposure)}`;
  switch (certainty) {
    case 'detected':
    case 'unlisted':
      return `${capitalised(row.thing)} answers on ${place}, and anybody on the internet can connect to it.`;
    case 'web_on_port':
      return `A web server answers on ${place}, and anybody on the internet can connect to it. This port is usually used for ${row.thing}, so we take it for that.`;
    case 'port_number':
      return `Something answers on ${place}, and anybody on the internet can connect to it. This port is usually used for ${row.thing}, so we take it for that.`;
  }
}

function seen(exposure: Exposure, { certainty, row }: RiskMatch): readonly string[] {
  return [
    ...silence(exposure, certainty),
    ...software(exposure),
    ...introduction(exposure),
    ...(exposure.tls ? ['The connection is encrypted (TLS).'] : []),
    ...certificate(exposure),
    ...login(exposure, certainty === 'detected' && row.open !== undefined),
  ];
}

function silence({ service, method, banner }: Exposure, certainty: RiskMatch['certainty']): readonly string[] {
  if (certainty === 'port_number') return ['We go by the port number alone, so it may be something else.'];
  if (certainty !== 'unlisted' || method !== 'port_number') return [];
  const name = unrecognisedServices.has(service.toLowerCase()) ? null : printableText(service, 24);
  return [
    ...(banner === null ? ['It did not tell us what it is.'] : []),
    ...(name === null ? [] : [`The port number is registered for “${name}”, which need not be what runs here.`]),
  ];
}

function software(exposure: Exposure): readonly string[] {
  const product = printableText(exposure.product, 100);
  const version = printableText(exposure.version, 50);
  if (product === null && version === null) return [];
  if (product === null) return [`It says that its version is “${version}”.`];
  return [`It says that it is “${product}”${version === null ? '' : `, version “${version}”`}.`];
}

function introduction(exposure: Exposure): readonly string[] {
  const banner = printableText(exposure.banner, 200);
  return banner === null ? [] : [`It introduced itself with “${banner}”.`];
}

/** Three names tell whose certificate it is; the alert is no place for all of them. */
function certificate({ certificateNames }: Exposure): readonly string[] {
  const names = certificateNames.map((name) => printableText(name, 80)).filter((name) => name !== null);
  if (names.length === 0) return [];
  const shown = names.slice(0, 3).map((name) => `“${name}”`);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return [`Its certificate is made out to ${shown.join(', ')}${more}.`];
}

function login({ unauthenticated }: Exposure, mayBeOpen: boolean): readonly string[] {
  if (unauthenticated === true) return ['It answered our harmless test question without asking for a password.'];
  if (unauthenticated === false) return ['It asks for a login before it lets anybody in.'];
  return mayBeOpen ? ['Our test question did not show whether it asks for a login.'] : [];
}

function rated(
  { unauthenticated, tls }: Exposure,
  { severity, open, guarded }: RiskMatch['row'],
  riskLevel: Severity,
): string {
  const because = unauthenticated === true && open ? ` because ${open.reason}` : '';
  if (severity === riskLevel) return `We rate this ${riskLevel}${because}.`;
  const isForEncryption = tls && guarded?.severity === undefined;
  const behindLogin = ` because it ${isForEncryption ? 'is encrypted and ' : ''}asks for a login`;
  const reason = unauthenticated === true ? because || ' because no password is needed' : behindLogin;
  return `We usually rate such a service ${severity}, and this one ${riskLevel}${reason}.`;
}

/** Figures that everybody can read leave no traces to look for. */
function urgency({ unauthenticated }: Exposure, riskLevel: Severity): readonly string[] {
  if (unauthenticated !== true || rankOf(riskLevel) < rankOf('high')) return [];
  return ['Because no password is needed, do this first, and then check whether somebody has already been there.'];
}

function caution(exposure: Exposure): readonly string[] {
  if (!isAdministrationAccess(exposure)) return [];
  return ['Before you close it, make sure that you have another way in, so that you do not lock yourself out.'];
}

function portOf({ port, protocol }: Exposure): string {
  return `${port}/${protocol}`;
}

/** But for names that are written with a small letter first, such as cPanel. */
function capitalised(text: string): string {
  if (/^[a-z][A-Z]/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
