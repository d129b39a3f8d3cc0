import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messengers } from '../src/engines/messengers/messengers.ts';
import { remediate } from '../src/engines/remediation/remediate.ts';
import { platforms } from '../src/engines/remediation/remediation.ts';
import { judgeCertificate } from '../src/monitoring/certificates/judge-certificate.ts';
import { remediateCertificate, tlsPlatforms } from '../src/monitoring/certificates/remediate-certificate.ts';
import { defects } from '../src/monitoring/certificates/testing/defects.ts';
import { endpoint, now, port } from '../src/monitoring/certificates/testing/tls-facts.ts';
import { commandsFor } from '../src/monitoring/versions/remediate-version.ts';
import { everyEvidence } from '../src/monitoring/versions/testing/seen-versions.ts';
import { versionEvidence } from '../src/monitoring/versions/version-evidence.ts';
import { findProblems, languages, readCatalogue } from './message-catalogues.ts';

const repository = join(import.meta.dirname, '..');
const english = readCatalogue('en');
const keys = Object.keys(english);

/** Code that shows texts, without its tests, as one text. */
const code = globSync(['portal/src/**/*.{ts,tsx}', 'src/**/*.ts', 'scripts/messages-plugin.ts'], { cwd: repository })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(repository, path), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, ''))
  .join('\n');

/** Texts that are the same everywhere: names and signs. */
const names =
  /^(\{\w+\}|[^\p{Letter}]|<\/?\w+>)*$|^(Breakwater|DNSSEC|SPF|DKIM|DMARC|MTA-STS|Linux|macOS|Windows|DNS|TCP|UDP|IP|CSV|PDF|API|URL|Webhooks|nginx|Apache httpd|Caddy|UFW \(Ubuntu, Debian\)|(iptables|Windows) \(\w+\))$/u;

/**
 * Words that are right in themselves, and stand for what another word stands for everywhere else; `but`: where they mean something else.
 * Portuguese is that of Portugal: what only Brazil says is another language's.
 */
const otherWords: Readonly<Record<string, { readonly words: RegExp; readonly but?: readonly string[] }>> = {
  // An alert is a “Meldung”, what was stolen is not “durchgesickert”, and what waits is “pausiert”.
  de: {
    words: /[Ww]arnung|Alarmmeldung|[Dd]urchgesickerte|Angehalten|(?<![-\p{L}])Mails?(?![-\p{L}])/u,
    but: ['alert.certificate', 'console.sandbox.warnings', 'console.state.warnings'],
  },
  // An e-mail address of a customer, who has a portal and a customer area, and signs in.
  en: {
    words: /\b(emails?|hostnames?|client area|dashboard|log ?on|false alarms?)\b/i,
    but: ['leak.data-class'],
  },
  // What is looked at is “analizado”, through a “cortafuegos”.
  es: {
    words: /\b(e-?mails?|escaneo|escaneados?|firewall|ficheros?|computador\w*|avisador\w*|zona de cliente)\b/i,
  },
  // Machines are “analysées”, through a “pare-feu”; what is written to is an “e-mail”.
  fr: {
    words: /\b(courriels?|scans?|firewall|tableau de bord|logins?|zone client)\b|(?<!e-)\bmails\b/i,
  },
  // Portugal's words, and who reads is not “você”; what is followed is a “ligação”, what a program asks for a “pedido”.
  pt: {
    words:
      /\b(senhas?|arquivos?|controle|contêiner(es)?|registros?|monitoramento|monitorad[oa]s?|usuári[oa]s?|gerenci\w+|baixar|vaza\w*|console|vocês?|mídia|desenvolvedor\w*|hospedagem|provedor\w*|excluir|conectad[oa]s?|em uma?|est(á|ão) sendo|detect\w+|digit[ae]r?|requisiç\p{L}+|em todo lugar|por padrão|pixels|container|configurações|descadastr\w+)\b|(?<![</])\blinks?\b(?!>)|\p{L} demais\b|[«»]/iu,
  },
};

/** What the page of the report and its PDF both say, by the ends of their keys. */
const reportWords = {
  changed: 'changed.heading',
  'closed-then': 'column.closed-before',
  coverage: 'coverage.heading',
  first: 'first.heading',
  'fixed-before': 'column.fixed-before',
  'fixed-in-month': 'done.heading',
  'fixed-title': 'fixed.heading',
  half: 'column.half',
  'half-before': 'column.half-before',
  'new-before': 'column.new-before',
  nine: 'column.nine',
  'nothing-fixed': 'done.nothing',
  'open-first': 'column.open-first',
  'open-last': 'column.open-last',
  'over-time': 'exposure.heading',
};

it('English comes first, and is one of at least five', () => {
  expect(languages[0]).toBe('en');
  expect(languages).toEqual(expect.arrayContaining(['de', 'es', 'fr', 'pt']));
});

it('the modules for billing systems speak the same languages', () => {
  const files = globSync('*.php', { cwd: join(repository, 'integrations/php-client/lang') });
  expect(files.toSorted()).toEqual(languages.map((language) => `${language}.php`).toSorted());
});

describe.each(languages)('%s', (language) => {
  it('has every message of the English file and no other, with the same placeholders', () => {
    expect(findProblems(language)).toEqual([]);
  });

  it('has its keys in order, a line each, and no empty text', () => {
    const catalogue = readCatalogue(language);
    expect(Object.keys(catalogue)).toEqual(Object.keys(catalogue).toSorted());
    expect(
      Object.keys(catalogue).filter((key) => catalogue[key]!.trim() !== catalogue[key] || catalogue[key] === ''),
    ).toEqual([]);
  });
});

it('no message was left in English in all languages', () => {
  const others = languages.filter((language) => language !== 'en').map(readCatalogue);
  const left = keys.filter((key) => others.every((catalogue) => catalogue[key] === english[key]));
  expect(left.filter((key) => !names.test(english[key]!))).toEqual([]);
});

it('every message is used: its key stands in the code, or how it begins does', () => {
  const literals = new Set([...code.matchAll(/['"`]([a-z]+\.[\w.-]+)['"`]/g)].map(([, key]) => key!));
  const beginnings = [...code.matchAll(/`([a-z]+\.[\w.-]+[.-])\$\{/g)].map(([, beginning]) => beginning!);
  const isUsed = (key: string) => literals.has(key) || beginnings.some((beginning) => key.startsWith(beginning));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

it('every key that the code names is a message', () => {
  const named = [...code.matchAll(/\bt\(\s*'([a-z]+\.[\w.-]+)'|<Message\s+id="([\w.-]+)"/g)].map(([, a, b]) => a ?? b!);
  expect([...new Set(named)].filter((key) => !(key in english))).toEqual([]);
});

it('whatever the audit log tells of an entry has a name that people read', () => {
  const told = [...code.matchAll(/\bdetails: \{([^{}]*)\}/g)].flatMap(([, members]) =>
    [...members!.matchAll(/(?:^|,)\s*(\w+)\s*(?=[,:]|$)/g)].map(([, name]) => name!),
  );
  expect(told.length).toBeGreaterThan(50);
  expect([...new Set(told)].filter((name) => !(`console.field.${name}` in english))).toEqual([]);
});

it('a messenger has its hint, and what its token is called', () => {
  const wanted = Object.entries(messengers).flatMap(([type, { fields }]) => [
    `portal.channels.hint.${type}`,
    ...('token' in fields ? [`portal.channels.token.${type}`] : []),
  ]);
  expect(wanted.filter((key) => !(key in english))).toEqual([]);
});

it('every step of a remediation has a heading of its own', () => {
  const steps = platforms.flatMap((platform) =>
    [undefined, 'windows', 'nftables', 'firewalld'].flatMap((detectedPlatform) =>
      (['ssh', 'redis', 'unknown'] as const).flatMap((service) => {
        const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 6379, service } as const;
        const found = remediate(exposure, { isAdministration: service === 'ssh', platform, detectedPlatform });
        return [found, ...found.alternatives].flatMap(({ commands }) => Object.keys(commands));
      }),
    ),
  );
  const ofCertificates = Object.values(defects).flatMap((facts) =>
    judgeCertificate(port(facts), endpoint, now).found.flatMap(({ evidence }) =>
      tlsPlatforms.flatMap((platform) =>
        Object.keys(remediateCertificate(evidence, endpoint.address, { platform }).commands),
      ),
    ),
  );
  const ofVersions = everyEvidence().flatMap((evidence) =>
    Object.keys(commandsFor(versionEvidence.parse(evidence)) ?? {}),
  );
  const shown = new Set([...steps, ...ofCertificates, ...ofVersions].filter((name) => name !== 'undo'));
  expect(shown.size).toBeGreaterThan(30);
  expect([...shown].filter((name) => !(`portal.step.${name}` in english))).toEqual([]);
});

describe.each(languages)('one thing has one word in %s', (language) => {
  const catalogue = readCatalogue(language);

  it('a mail says of a severity, and of servers, what the page says', () => {
    for (const severity of ['critical', 'high', 'medium', 'low']) {
      expect(catalogue[`mail.severity.${severity}`]).toBe(catalogue[`portal.severity.${severity}`]);
      expect(catalogue[`mail.meaning.${severity}`]).toBe(catalogue[`portal.severity.${severity}.meaning`]);
    }
    for (const part of ['needs-action', 'unknown', 'well'])
      expect(catalogue[`mail.week.${part}`]).toBe(catalogue[`portal.fleet.${part}`]);
  });

  it('the page of the report and its PDF call a thing the same', () => {
    for (const [onPage, inPdf] of Object.entries(reportWords))
      expect(catalogue[`portal.report.${onPage}`], onPage).toBe(catalogue[`report.${inPdf}`]);
  });

  it('no other word stands for it, in the modules neither', () => {
    const { words, but = [] } = otherWords[language]!;
    const found = Object.entries(catalogue).filter(
      ([key, text]) => words.test(text.replaceAll(/\{\w+[,}]/g, '')) && !but.some((each) => key.startsWith(each)),
    );
    expect(found).toEqual([]);
    const texts = readFileSync(join(repository, `integrations/php-client/lang/${language}.php`), 'utf8');
    expect(texts.split('\n').filter((line) => words.test(line.replace(/^.*?=>/, '')))).toEqual([]);
  });
});

it('no page has words of its own', () => {
  const pages = globSync('portal/src/**/*.tsx', { cwd: repository });
  const ownWords = pages.flatMap((path) => {
    const text = readFileSync(join(repository, path), 'utf8');
    const found = text.matchAll(/\s[\w-]+="[A-Z][a-z]+ [a-z][^"]*"|(?<!=)>\s*[A-Z][a-z]+ [a-z][^<>{}]*<\//g);
    return [...found].map(([words]) => `${path}: ${words.trim()}`);
  });
  expect(pages.length).toBeGreaterThan(100);
  expect(ownWords).toEqual([]);
});
