import type { Severity } from '../common/severity.ts';
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
  const state =
    exposure.unauthenticated === true ? 'answers the internet without a password' : 'is reachable from the internet';
  return printableTitle(`${subject} ${state} (port ${portOf(exposure)})`);
}

function printableTitle(title: string): string {
  return [...title].slice(0, maxTitleLength).join('');
}

/** What is exposed and where; why that matters; what was seen; what to do. Paragraphs are separated by an empty line. */
export function explain(exposure: Exposure, match: RiskMatch, riskLevel: Severity): string {
  return [
    exposed(exposure, match),
    `Why it matters: ${match.row.why}`,
    `What we saw: ${[...seen(exposure, match), rated(exposure, match.row.severity, riskLevel)].join(' ')}`,
    `What to do: ${[...urgency(exposure), match.row.advice, ...caution(exposure)].join(' ')}`,
  ].join('\n\n');
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

function seen(exposure: Exposure, { certainty }: RiskMatch): readonly string[] {
  return [
    ...silence(exposure, certainty),
    ...software(exposure),
    ...introduction(exposure),
    ...(exposure.tls ? ['The connection is encrypted (TLS).'] : []),
    ...certificate(exposure),
    ...login(exposure),
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

function login({ unauthenticated }: Exposure): readonly string[] {
  if (unauthenticated === true) return ['It answered our harmless test question without asking for a password.'];
  return unauthenticated === false ? ['It asks for a login before it lets anybody in.'] : [];
}

function rated({ unauthenticated }: Exposure, severity: Severity, riskLevel: Severity): string {
  if (severity === riskLevel) return `We rate this ${riskLevel}.`;
  const reason = unauthenticated === true ? 'no password is needed' : 'it is encrypted and asks for a login';
  return `We usually rate such a service ${severity}, and this one ${riskLevel} because ${reason}.`;
}

function urgency({ unauthenticated }: Exposure): readonly string[] {
  if (unauthenticated !== true) return [];
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
