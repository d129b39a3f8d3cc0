import { rankOf, type Severity } from '../../common/severity.ts';
import { isAdministrationAccess } from './administration.ts';
import type { Exposure } from './assessment.ts';
import { atWillKind } from './at-will.ts';
import { type RiskMatch, unrecognisedServices } from './match-risk.ts';
import { printableText } from './printable-text.ts';
import { isRefusal } from './refusals.ts';
import type { Phrase, Wording } from './wording.ts';

const maxTitleLength = 120;

/** One line: what is exposed and where. */
export function titleOfPort(exposure: Exposure, match: RiskMatch, say: Wording): string {
  return [...say(titlePhrase(exposure, match, say))].slice(0, maxTitleLength).join('');
}

/** What is guessed is called so; English titles are without an article. */
function titlePhrase(exposure: Exposure, { certainty, thing, isNamed }: RiskMatch, say: Wording): Phrase {
  const { unauthenticated } = exposure;
  const name = say(thing).replace(/^(?:an?|the) /, '');
  const port = portOf(exposure);
  const isGuess = certainty === 'port_number' || certainty === 'web_on_port';
  if (isGuess && unauthenticated !== true)
    return { key: `title.probable-${unauthenticated === false ? 'guarded' : 'reachable'}`, values: { name, port } };
  return { key: `title.${stateOf(exposure)}`, values: { subject: isNamed ? name : capitalised(name), port } };
}

function stateOf(exposure: Exposure): string {
  const { unauthenticated } = exposure;
  if (atWillKind(exposure) !== null) return 'at-will';
  if (unauthenticated === true) return 'open';
  if (isRefusal(exposure)) return 'refuses';
  return unauthenticated === false ? 'guarded' : 'reachable';
}

/** What is exposed and where; why that matters; what was seen; what to do. Paragraphs are separated by an empty line. */
export function explain(exposure: Exposure, match: RiskMatch, riskLevel: Severity, say: Wording): string {
  const together = (phrases: readonly Phrase[]) => phrases.map((phrase) => say(phrase)).join(' ');
  const part = (key: string, text: string) => say({ key, values: { text } });
  const observed = [...seen(exposure, match, say), rated(exposure, match.row, riskLevel, say)];
  return [
    exposed(exposure, match, say),
    part('part.why', together([...atWill(exposure), isRefusal(exposure) ? { key: 'why.refuses' } : match.why])),
    part('part.seen', together(observed)),
    part(
      'part.advice',
      together([match.advice, ...listingAdvice(exposure), ...urgency(exposure, riskLevel), ...caution(exposure)]),
    ),
  ].join('\n\n');
}

function atWill(exposure: Exposure): readonly Phrase[] {
  const kind = atWillKind(exposure);
  return kind === null ? [] : [{ key: `at-will.${kind}` }];
}

const exposedKeys = {
  detected: 'exposed.detected',
  unlisted: 'exposed.detected',
  web_on_port: 'exposed.web-on-port',
  port_number: 'exposed.port-number',
} as const;

function exposed(exposure: Exposure, match: RiskMatch, say: Wording): string {
  const address = printableText(exposure.address, 64) ?? say({ key: 'this-server' });
  const place = say({ key: 'place', values: { address, port: portOf(exposure) } });
  const thing = say(match.thing);
  return say({
    key: exposedKeys[match.certainty],
    values: { subject: match.isNamed ? thing : capitalised(thing), thing, place },
  });
}

function seen(exposure: Exposure, { certainty, row }: RiskMatch, say: Wording): readonly Phrase[] {
  return [
    ...silence(exposure, certainty),
    ...software(exposure),
    ...introduction(exposure),
    ...pageTitle(exposure),
    ...listing(exposure),
    ...(exposure.tls ? [{ key: 'seen.tls' }] : []),
    ...certificate(exposure, say),
    ...login(exposure, certainty === 'detected' && row.open !== undefined),
  ];
}

function silence({ service, method, banner }: Exposure, certainty: RiskMatch['certainty']): readonly Phrase[] {
  if (certainty === 'port_number') return [{ key: 'seen.by-number' }];
  if (certainty !== 'unlisted' || method !== 'port_number') return [];
  const name = unrecognisedServices.has(service.toLowerCase()) ? null : printableText(service, 24);
  return [
    ...(banner === null ? [{ key: 'seen.silent' }] : []),
    ...(name === null ? [] : [{ key: 'seen.registered', values: { name } }]),
  ];
}

function software(exposure: Exposure): readonly Phrase[] {
  const product = printableText(exposure.product, 100);
  const version = printableText(exposure.version, 50);
  if (product === null && version === null) return [];
  if (product === null) return [{ key: 'seen.version', values: { version: version! } }];
  if (version === null) return [{ key: 'seen.product', values: { product } }];
  return [{ key: 'seen.product-version', values: { product, version } }];
}

function introduction(exposure: Exposure): readonly Phrase[] {
  const banner = printableText(exposure.banner, 200);
  return banner === null ? [] : [{ key: 'seen.banner', values: { banner } }];
}

/** Where the first answer did not have it already. */
function pageTitle({ title, banner }: Exposure): readonly Phrase[] {
  const name = printableText(title ?? null, 100);
  return name === null || (banner ?? '').includes(title!) ? [] : [{ key: 'seen.title', values: { name } }];
}

/** Titles of the pages by which web servers list the files of a folder: Apache and nginx; Python; Node. */
const listingTitle = /^(?:index of|directory listing for|listing directory) \.?\//i;

function isListing({ title }: Exposure): boolean {
  return listingTitle.test(title ?? '');
}

function listing(exposure: Exposure): readonly Phrase[] {
  return isListing(exposure) ? [{ key: 'seen.listing' }] : [];
}

function listingAdvice(exposure: Exposure): readonly Phrase[] {
  return isListing(exposure) ? [{ key: 'advice.listing' }] : [];
}

/** Three names tell whose certificate it is; the alert is no place for all of them. */
function certificate({ certificateNames }: Exposure, say: Wording): readonly Phrase[] {
  const printable = certificateNames.map((name) => printableText(name, 80)).filter((name) => name !== null);
  if (printable.length === 0) return [];
  const shown = printable.slice(0, 3).map((name) => say({ key: 'seen.name', values: { name } }));
  const [names, more] = [shown.join(', '), printable.length - shown.length];
  return [
    more > 0
      ? { key: 'seen.certificate-more', values: { names, more } }
      : { key: 'seen.certificate', values: { names } },
  ];
}

function login(exposure: Exposure, mayBeOpen: boolean): readonly Phrase[] {
  const { unauthenticated } = exposure;
  if (isRefusal(exposure)) return [{ key: 'seen.refuses' }];
  if (unauthenticated === true) return [{ key: 'seen.open' }];
  if (unauthenticated === false) return [{ key: 'seen.guarded' }];
  return mayBeOpen ? [{ key: 'seen.undecided' }] : [];
}

function rated(
  exposure: Exposure,
  { id, severity, open, guarded }: RiskMatch['row'],
  riskLevel: Severity,
  say: Wording,
): Phrase {
  const { unauthenticated, tls } = exposure;
  const level = say({ key: `level.${riskLevel}` });
  const openReason = unauthenticated === true && open ? say({ key: `open-reason.${id}` }) : null;
  if (severity === riskLevel && openReason === null) return { key: 'rated.plain', values: { level } };
  if (severity === riskLevel) return { key: 'rated.because', values: { level, reason: openReason! } };
  const isForEncryption = tls && guarded?.severity === undefined;
  const loginReason = isRefusal(exposure)
    ? 'reason.refuses'
    : isForEncryption
      ? 'reason.encrypted-login'
      : 'reason.login';
  const reason = openReason ?? say({ key: unauthenticated === true ? 'reason.no-password' : loginReason });
  return { key: 'rated.otherwise', values: { usual: say({ key: `level.${severity}` }), level, reason } };
}

/** Figures that everybody can read leave no traces to look for. */
function urgency({ unauthenticated }: Exposure, riskLevel: Severity): readonly Phrase[] {
  if (unauthenticated !== true || rankOf(riskLevel) < rankOf('high')) return [];
  return [{ key: 'urgent' }];
}

function caution(exposure: Exposure): readonly Phrase[] {
  return isAdministrationAccess(exposure) ? [{ key: 'lockout' }] : [];
}

function portOf({ port, protocol }: Exposure): string {
  return `${port}/${protocol}`;
}

/** But for names that are written with a small letter first, such as cPanel. */
function capitalised(text: string): string {
  if (/^[a-z][A-Z]/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
