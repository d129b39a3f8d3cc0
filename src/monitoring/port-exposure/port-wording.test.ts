import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess } from '../../engines/port-risk/assess.ts';
import type { Exposure } from '../../engines/port-risk/assessment.ts';
import { purposeRows } from '../../engines/port-risk/risk-rows/purposes.ts';
import { riskTable } from '../../engines/port-risk/risk-table.ts';
import { englishWording, inEnglish } from '../../engines/port-risk/wording.ts';
import { namesInTls } from '../../engines/service-identification/names-in-tls.ts';
import { recognisers } from '../../engines/service-identification/recognisers/registry.ts';
import { webApplications } from '../../engines/service-identification/recognisers/web-applications.ts';
import { languages } from '../../platform/messages/languages.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { portWordingIn } from './port-wording.ts';

const others = languages.filter((language) => language !== 'en');

function exposure(of: Partial<Exposure>): Exposure {
  return {
    address: '203.0.113.5',
    protocol: 'tcp',
    port: 4242,
    service: 'unknown',
    method: 'probed',
    tls: false,
    product: null,
    version: null,
    banner: null,
    certificateNames: [],
    unauthenticated: null,
    ...of,
  };
}

it('the English catalogue says what the engine says, so that all languages are translated from it', () => {
  const t = messagesIn('en');
  const values = { name: 'N', subject: 'S', port: 'P', text: 'T', address: 'A', place: 'L', thing: 'I', version: 'V' };
  const more = { product: 'D', banner: 'B', names: 'M', more: 2, level: 'E', usual: 'U', reason: 'R', command: 'C' };
  for (const key of Object.keys(englishWording)) {
    const phrase = { key, values: { ...values, ...more } };
    expect(t(`alert.port.${key}`, phrase.values), key).toBe(inEnglish(phrase));
  }
});

it('every service that is recognised has words of its own', () => {
  const recognised = [
    // Whoever introduces himself is called as he says, which no list can know.
    ...recognisers
      .filter(({ service }) => service !== 'introduction')
      .flatMap(({ service }) => [{ service }, { service: namesInTls[service] ?? service }]),
    ...webApplications.map(({ service, product, purpose }) => ({ service, product, ...(purpose && { purpose }) })),
  ];
  const without = recognised.filter(({ service, ...of }) =>
    assess(exposure({ service, ...of })).explanation.includes('ervice known as'),
  );
  expect(without.map(({ service }) => service)).toEqual([]);
});

/** How names of things begin, which stand as the subjects of sentences. */
const articles: Readonly<Record<string, RegExp>> = {
  de: /^(ein|eine|der|die|das) /,
  es: /^(un|una|el|la) /,
  fr: /^(un |une |le |la |l’)/,
  pt: /^(um|uma) /,
};

describe.each(others)('in %s', (language) => {
  const say = portWordingIn(language);

  it('a service has its article, and stands with what is said of it in a sentence', () => {
    const things = Object.keys(englishWording).filter((key) => /^thing\.(?!purpose-)/.test(key));
    const values = {
      name: 'N',
      thing: 'T',
      subject: 'S',
      place: 'L',
      port: '22/tcp',
      level: 'V',
      usual: 'U',
      reason: 'R',
    };
    expect(things.filter((key) => !articles[language]!.test(say({ key, values })))).toEqual([]);
    const told = Object.keys(englishWording).filter((key) => /^(title|exposed|rated)\./.test(key));
    expect(told.filter((key) => /: [A-Z]\b|^\S+ ?: /.test(say({ key, values })))).toEqual([]);
  });

  it('every kind of exposure has a title and an explanation, and no sentence of English is left', () => {
    // Of more than a few words: names and commands are the same everywhere.
    const sentences = Object.entries(englishWording).filter(([, text]) => text.split(' ').length > 6);
    expect(sentences.filter(([key, text]) => say({ key, values: {} }) === text).map(([key]) => key)).toEqual([]);
    const wrong = [...riskTable, ...purposeRows].flatMap(({ id, services, tcp, udp, protocols }) => {
      const of = { service: services[0] ?? 'unknown', protocol: protocols[0]!, port: tcp[0] ?? udp[0] ?? 4242 };
      const states = [null, true, false].map((unauthenticated) => exposure({ ...of, unauthenticated, tls: true }));
      const texts = states
        .map((state) => assess(state, say))
        .map(({ title, explanation }) => `${title}\n\n${explanation}`);
      const isWhole = (text: string) => text.split('\n\n').length === 5 && !/undefined|Why it|What (we|to)/.test(text);
      return texts.every(isWhole) ? [] : [id];
    });
    expect(wrong).toEqual([]);
  });

  it('what the network says stands in the text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`{}'<>#|,a plural`), maxLength: 12 }), (text) => {
        const product = `x${text}x`;
        const { explanation } = assess(exposure({ product, banner: product }), say);
        const shown = product.replaceAll(/\s+/g, ' ');
        expect(explanation.split(shown).length).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});
