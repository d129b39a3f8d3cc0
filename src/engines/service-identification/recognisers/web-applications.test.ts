/** Web applications by what they answer: each is named, and none is named by another's answer. */

import { describe, expect, it } from 'vitest';
import type { Recognition } from '../recogniser.ts';
import { type ApplicationAnswer, applicationAnswers, page } from '../testing/application-answers.ts';
import { applicationSources } from '../testing/application-sources.ts';
import { documentedAnswers } from '../testing/documented-answers.ts';
import recorded from '../testing/real-daemon-replies.json' with { type: 'json' };
import { http } from './http.ts';
import { parseHttpResponse } from './http-response.ts';
import { fit } from './web-applications/marks.ts';
import { webApplications } from './web-applications.ts';

const target = { address: '192.0.2.7', port: 4242, userAgent: 'test' };
const answers = Object.entries({ ...applicationAnswers, ...documentedAnswers }).flatMap(([service, list]) =>
  list.map((answer) => ({ service, answer })),
);

/** Talks to the pages as an identification does: the front page, then at most three further ones. */
function identify(pages: Readonly<Record<string, string>>): Recognition {
  let known = http.unasked!(Buffer.from(pages['/']!), target)!;
  for (let round = 0; round < 3 && known.followUp; round++) {
    const [method, path = ''] = String(known.followUp.request).split(' ');
    const answer = pages[`${method} ${path}`] ?? pages[path];
    known = known.followUp.read(Buffer.from(answer ?? page('404 Not Found', 'not here'))) ?? known;
  }
  return known;
}

const site = ({ front, pages }: ApplicationAnswer, further: Readonly<Record<string, string>> = {}) => ({
  '/': front,
  ...pages,
  ...further,
});

describe('a web application', () => {
  it.each(answers.map(({ service, answer }) => [service, answer.product, answer] as const))(
    '%s (%s) is named by what it answers',
    (service, product, answer) => {
      expect(identify(site(answer, answer.open ?? answer.guarded))).toMatchObject({ service, product });
    },
  );

  const judged = (state: 'open' | 'guarded') => answers.filter(({ answer }) => answer[state] !== undefined);

  it.each(judged('open').map(({ service, answer }) => [service, answer] as const))(
    '%s asks nobody for a login where it shows that',
    (_service, answer) => {
      expect(identify(site(answer, answer.open)).unauthenticated).toBe(true);
    },
  );

  it.each(judged('guarded').map(({ service, answer }) => [service, answer] as const))(
    '%s asks for a login where it shows that',
    (_service, answer) => {
      expect(identify(site(answer, answer.guarded)).unauthenticated).toBe(false);
    },
  );
});

it('no answer of one application is claimed by the row of another', () => {
  const claimed = answers.flatMap(({ service, answer: { front, pages, open, guarded } }) =>
    Object.values({ '/': front, ...pages, ...open, ...guarded }).flatMap((text) => {
      const response = parseHttpResponse(Buffer.from(text))!;
      return webApplications
        .filter((row) => row.service !== service && !row.onlyOnPorts)
        .filter(({ shows = [] }) => shows.some((marks) => fit(marks, response)))
        .map((row) => `${service} is taken for ${row.service}`);
    }),
  );
  expect([...new Set(claimed)]).toEqual(['forgejo is taken for gitea']);
});

it('every application has an answer of its own, documented or recorded', () => {
  const named = new Set<string | undefined>([
    ...answers.map(({ answer }) => answer.product),
    ...recorded.map(({ expected }) => (expected as { product?: string }).product),
  ]);
  const testedElsewhere = new Set(answersInEvidence);
  const without = webApplications.filter(({ product }) => !named.has(product) && !testedElsewhere.has(product));
  expect(without.map(({ product }) => product)).toEqual([]);
});

it('every application has a source, a document or what was started, and what answered for real was started', () => {
  const products = new Set(webApplications.map(({ product }) => product));
  expect(Object.keys(applicationSources).sort()).toEqual([...products].sort());
  const source = /^(?:https:\/\/[\w.-]+\/\S*|started: (?:npm )?\S+[ @]\S+)$/;
  expect(Object.entries(applicationSources).filter(([, text]) => !source.test(text))).toEqual([]);
  const real = answers.filter(({ answer }) => answer.tested === 'real').map(({ answer }) => answer.product);
  expect(real.filter((product) => !applicationSources[product]?.startsWith('started: '))).toEqual([]);
});

it('at least 400 applications are known', () => {
  expect(new Set(webApplications.map(({ product }) => product)).size).toBeGreaterThanOrEqual(400);
});

/** Those whose answers stand in http-evidence.test.ts and service-identifier.test.ts. */
const answersInEvidence = [
  'Elasticsearch',
  'OpenSearch',
  'Apache CouchDB',
  'Apache Solr',
  'Docker',
  'Kubernetes',
  'Kubernetes kubelet',
  'Jenkins',
  'Consul',
  'Kibana',
  'Grafana',
  'Syncthing',
];

it('an ordinary page is no application, whatever common words it has for a title', () => {
  const words = [
    'Element',
    'Flower',
    'Harbor',
    'Vault',
    'Argo',
    'Nomad',
    'Rancher',
    'Longhorn',
    'Frigate',
    'Guacamole',
    'Concourse',
    'Storybook',
    'Home',
    'Login',
    'Dashboard',
    'Welcome',
    'Shop',
  ];
  const claimed = words.filter(
    (word) =>
      identify({ '/': page('200 OK', `<html><title>${word}</title><h1>${word}</h1></html>`) }).service !== 'http',
  );
  expect(claimed).toEqual([]);
});
