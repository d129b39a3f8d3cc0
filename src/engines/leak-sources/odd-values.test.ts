import { describe, expect, it } from 'vitest';
import { createHibpSource } from './hibp.ts';
import type { LeakSource } from './leak-source.ts';
import { createMispFeedSource } from './misp-feed.ts';
import { createRansomLookSource } from './ransom-look.ts';
import { createRansomwareLiveSource } from './ransomware-live.ts';
import { ask } from './testing/ask.ts';
import { startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';
import { createXposedOrNotSource } from './xposed-or-not.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Path = readonly (string | number)[];
type Settings = { readonly baseUrl: string; readonly userAgent: string; readonly timing: ManualTiming };

interface Feed {
  readonly name: string;
  /** By the beginning of the path that is asked for; odd values are put into the last. */
  readonly answers: Readonly<Record<string, Json>>;
  readonly create: (settings: Settings) => LeakSource;
  /** Findings that one value can say. */
  readonly mostLost: number;
}

const apiKey = 'key';
const victim = (name: string) => ({
  ...{ victim: name, group: 'g', domain: 'example.com', attackdate: '2026-01-01', discovered: '2026-01-02' },
  ...{ claim_url: 'https://x.example', description: 'd' },
});
const post = (title: string) => ({
  ...{ post_title: title, group_name: 'g', discovered: '2026-02-20 01:02:03.0', website: 'example.com' },
  ...{ description: 'd', link: '/x' },
});

const breaches = ['Adobe', 'Canva'].map((name) => ({
  ...{ Name: name, Title: name, Domain: `${name}.com`, BreachDate: '2019-01-07', AddedDate: '2019-01-16T21:46:07Z' },
  ...{ DataClasses: ['Passwords'], IsFabricated: false, IsRetired: false, IsSpamList: false },
}));
const hibpService = {
  '/subscription/status': { Rpm: 100, IncludesStealerLogs: false },
  '/latestbreach': breaches[1]!,
};
const event = '5b0c0000-0000-4000-8000-000000000001';

const feeds: readonly Feed[] = [
  {
    name: 'XposedOrNot',
    answers: {
      '/v1/domain-breaches': {
        metrics: {
          Domain_Summary: { 'example.com': 2 },
          Breaches_Details: ['a', 'b', 'c'].map((login) => ({
            email: `${login}@example.com`,
            domain: 'example.com',
            breach: 'Adobe',
          })),
          Detailed_Breach_Info: {
            Adobe: { breached_date: '2013-10-01', password_risk: 'unknown', xposed_data: ['Names'] },
          },
        },
      },
    },
    create: (settings) => createXposedOrNotSource({ ...settings, apiKey }),
    mostLost: 1,
  },
  {
    name: 'ransomware.live',
    answers: { '/searchvictims': ['Example', 'Example GmbH'].map(victim) },
    create: (settings) => createRansomwareLiveSource({ ...settings, apiKey: null }),
    mostLost: 1,
  },
  {
    name: 'RansomLook',
    answers: { '/api/last': ['Example', 'example.com'].map(post) },
    create: (settings) => createRansomLookSource(settings),
    mostLost: 1,
  },
  {
    name: 'Have I Been Pwned: aliases',
    answers: {
      ...hibpService,
      '/breaches': breaches,
      '/breacheddomain/': { a: ['Adobe'], b: ['Adobe'], c: ['Adobe', 'Canva'] },
    },
    create: (settings) => createHibpSource({ ...settings, apiKey }),
    mostLost: 1,
  },
  {
    name: 'Have I Been Pwned: breaches',
    answers: { ...hibpService, '/breacheddomain/': { a: ['Adobe'], b: ['Canva'] }, '/breaches': breaches },
    create: (settings) => createHibpSource({ ...settings, apiKey }),
    mostLost: 1,
  },
  {
    name: 'MISP',
    answers: {
      '/manifest.json': { [event]: { timestamp: '1772000000' } },
      [`/${event}.json`]: {
        Event: {
          info: 'Leak of the week',
          date: '2026-01-31',
          Tag: [{ name: 'tlp:clear' }],
          Attribute: [],
          Object: ['a', 'b'].map((login) => ({
            name: 'credential',
            Attribute: [{ object_relation: 'username', type: 'text', value: `${login}@example.com` }],
          })),
        },
      },
    },
    create: (settings) => createMispFeedSource({ ...settings, name: 'misp', digestSecret: null }),
    mostLost: 1,
  },
];

/** Where single values stand, other than in lists and objects. */
function leavesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

function withValue(value: Json, [name, ...rest]: Path, odd: Json): Json {
  if (name === undefined) return odd;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? withValue(item, rest, odd) : item));
  const object = value as Readonly<Record<string, Json>>;
  return { ...object, [name]: withValue(object[name]!, rest, odd) };
}

const oddValues: readonly Json[] = [null, true, 7.5, { odd: 1 }, [1, null], ''];

describe('one odd value of a feed', () => {
  it.each(feeds)('costs that value only: $name', async ({ answers, create, mostLost }) => {
    const last = Object.keys(answers).at(-1)!;
    let odd: Json = answers[last]!;
    const server = await startLeakServer(({ path }) => {
      const found = Object.keys(answers).find((beginning) => path.startsWith(beginning));
      return found === undefined ? { status: 404, json: {} } : { json: found === last ? odd : answers[found]! };
    });
    const findings = () =>
      ask(create({ baseUrl: server.url, userAgent: 'test', timing: new ManualTiming() }), 'example.com');
    const whole = await findings();
    expect(whole.error).toBeNull();
    expect(whole.findings.length).toBeGreaterThan(1);
    for (const path of leavesOf(answers[last]!)) {
      for (const value of oddValues) {
        odd = withValue(answers[last]!, path, value);
        const { error, findings: left } = await findings();
        expect(error, `${path.join('.')}: ${JSON.stringify(value)}`).toBeNull();
        expect(left.length, `${path.join('.')}: ${JSON.stringify(value)}`).toBeGreaterThanOrEqual(
          whole.findings.length - mostLost,
        );
      }
    }
  });
});
