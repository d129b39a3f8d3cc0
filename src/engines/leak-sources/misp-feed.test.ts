import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LeakSource } from './leak-source.ts';
import { createMispFeedSource } from './misp-feed.ts';
import { ask } from './testing/ask.ts';
import { type LeakServer, type ReceivedRequest, type Reply, startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';

const digestSecret = (secret: string) => createHmac('sha256', 'key').update(secret).digest('hex');

type Values = readonly (readonly [relation: string, value: string])[];

function mispObject(name: string, values: Values, more: object = {}) {
  return {
    name,
    'meta-category': 'misc',
    template_uuid: 'a27e98c9-9b0e-414c-8076-d201e039ca09',
    template_version: '4',
    uuid: crypto.randomUUID(),
    timestamp: '1769867110',
    Attribute: values.map(([object_relation, value]) => ({
      uuid: crypto.randomUUID(),
      object_relation,
      type: 'text',
      category: 'Other',
      value,
      to_ids: false,
      timestamp: '1769867110',
    })),
    ...more,
  };
}

/** A folder on a web server, as MISP writes it. */
class Feed {
  readonly manifest = new Map<string, object>();
  readonly events = new Map<string, object>();

  put(objects: readonly object[], { id = crypto.randomUUID() as string, timestamp = 1_772_000_000, ...more } = {}) {
    const Orgc = { name: 'CIRCL', uuid: '55f6ea5e-2c60-40e5-964f-47a8950d210f' };
    const about = {
      Orgc,
      Tag: [{ name: 'tlp:clear' }],
      info: 'Leak of the week',
      date: '2026-01-31',
      analysis: '2',
      threat_level_id: '4',
    };
    this.manifest.set(id, { ...about, timestamp: String(timestamp) });
    this.events.set(id, {
      ...about,
      uuid: id,
      published: true,
      timestamp: String(timestamp),
      Attribute: [],
      Object: objects,
      ...more,
    });
    return id;
  }

  answer = ({ path, method }: ReceivedRequest): Reply => {
    if (method !== 'GET') return { status: 405 };
    if (path === '/feed/manifest.json') return { json: Object.fromEntries(this.manifest) };
    const event = this.events.get(/^\/feed\/([0-9a-f-]{36})\.json$/.exec(path)?.[1] ?? '');
    return event === undefined ? { status: 404 } : { json: { Event: event } };
  };
}

let feed: Feed;
let server: LeakServer;
let timing: ManualTiming;
let source: LeakSource;

beforeEach(async () => {
  feed = new Feed();
  server = await startLeakServer(feed.answer);
  timing = new ManualTiming();
  source = createMispFeedSource({
    name: 'misp_test',
    baseUrl: `${server.url}/feed/`,
    userAgent: 'Breakwater/1',
    timing,
    digestSecret,
  });
});

async function find(domain = 'example.com') {
  const { findings, error } = await ask(source, domain);
  expect(error).toBeNull();
  return findings;
}

const paths = () => server.requests.map(({ path }) => path);
const claimOf = (title: string) => mispObject('ransomware-group-post', [['title', title]]);

describe('a credential in a MISP feed', () => {
  it('is told without its secret', async () => {
    feed.put([
      mispObject('credential', [
        ['username', 'John@Example.com'],
        ['password', 'hunter2'],
        ['type', 'password'],
        ['origin', 'leak'],
        ['format', 'clear-text'],
      ]),
    ]);
    const findings = await find();
    expect(findings).toEqual([
      {
        type: 'leaked_credential',
        kind: 'breach',
        breachName: 'Leak of the week',
        identity: 'john@example.com',
        unnamedIdentities: 0,
        dataClasses: ['password'],
        secretPresent: true,
        secretFormat: 'clear_text',
        secretDigest: digestSecret('hunter2'),
        malwareFamily: null,
        loginSite: null,
        isOwnMailbox: true,
        occurredAt: null,
        publishedAt: '2026-01-31',
      },
    ]);
    expect(JSON.stringify(findings)).not.toContain('hunter2');
  });

  it('with several secrets is one finding for each, without digests one for all', async () => {
    const values: Values = [
      ['username', 'john@example.com'],
      ['password', 'a1'],
      ['password', 'b2'],
      ['password', 'a1'],
    ];
    feed.put([mispObject('credential', values)]);
    expect(await find()).toHaveLength(2);
    const settings = { name: 'misp_test', baseUrl: `${server.url}/feed`, userAgent: 'Breakwater/1', timing };
    const plain = createMispFeedSource({ ...settings, digestSecret: null });
    expect((await ask(plain, 'example.com')).findings).toMatchObject([{ secretPresent: true, secretDigest: null }]);
  });

  it.each([
    ['hashed', 'malware-analysis', 'hashed', 'stealer_log'],
    ['encrypted', 'leak', 'encrypted', 'breach'],
    ['something', 'unknown', 'unknown', 'breach'],
  ])('of format %s and origin %s is %s and %s', async (format, origin, secretFormat, kind) => {
    feed.put(
      [
        mispObject('credential', [
          ['username', 'john@example.com'],
          ['password', 'x'],
          ['format', format],
          ['origin', origin],
        ]),
      ],
      { Tag: [{ name: 'misp-galaxy:stealer="Lumma"' }] } as object,
    );
    expect(await find()).toMatchObject([{ secretFormat, kind, malwareFamily: 'Lumma' }]);
  });

  it('beside values and objects that are odd is read all the same', async () => {
    const odd = { object_relation: 'note', type: 'text', value: null };
    const found = mispObject('credential', [['username', 'john@example.com']]);
    feed.put(
      [
        { ...found, Attribute: [odd, { ...odd, type: 'boolean', value: true }, ...found.Attribute] },
        { uuid: crypto.randomUUID(), Attribute: [] },
      ],
      { Attribute: [odd], Tag: [{ colour: '#fff' }] } as object,
    );
    expect(await find()).toMatchObject([{ identity: 'john@example.com' }]);
  });

  it('without a secret says so', async () => {
    feed.put([mispObject('credential', [['username', 'john@example.com']])]);
    expect(await find()).toMatchObject([{ secretPresent: false, secretFormat: null, secretDigest: null }]);
  });

  it('belongs to the domain of its mailbox, or of the site that it opens', async () => {
    const other = (username: string, url: string) =>
      mispObject('credential', [
        ['username', username],
        ['url', url],
      ]);
    feed.put([
      other('a@corp.example.com', 'https://other.net'),
      other('b@gmail.com', 'https://login.example.com/'),
      other('c', 'https://example.com'),
      other('d@evil-example.com', 'https://example.com.evil.net'),
    ]);
    const findings = await find();
    expect(findings).toMatchObject([
      { identity: 'a@corp.example.com', isOwnMailbox: true, loginSite: 'other.net' },
      { identity: 'b@gmail.com', isOwnMailbox: false, loginSite: 'login.example.com' },
      { identity: null, isOwnMailbox: false, loginSite: 'example.com' },
    ]);
    expect(findings).toHaveLength(3);
  });

  it('that is in two events is told once', async () => {
    feed.put([mispObject('credential', [['username', 'john@example.com']])]);
    feed.put([mispObject('credential', [['username', 'john@example.com']])]);
    expect(await find()).toHaveLength(1);
  });
});

describe('a post in a MISP feed', () => {
  it('of a ransomware group is a claim', async () => {
    feed.put([
      mispObject('ransomware-group-post', [
        ['title', 'Example Inc'],
        ['description', 'All <br>their data'],
        ['website', 'example.com'],
        ['ransomware-group', 'akira'],
        ['leak-site-url', 'http://abcdef.onion/1'],
        ['date-published', '2026-01-30T10:00:00+0000'],
      ]),
    ]);
    expect(await find()).toEqual([
      {
        type: 'dark_web',
        kind: 'ransomware_claim',
        actor: 'akira',
        title: 'Example Inc',
        excerpt: 'All their data',
        sourceUrl: 'http://abcdef.onion/1',
        claimedAt: '2026-01-30T10:00:00.000Z',
        publishedAt: '2026-01-31',
        matchType: 'exact_domain',
        confidence: 0.95,
      },
    ]);
  });

  it('as RansomLook feeds it takes group and address from the event', async () => {
    feed.put([claimOf('example.com')], {
      Tag: [{ name: 'misp-galaxy:Ransomware="Akira"' }],
      Attribute: [{ type: 'link', value: 'http://abcdef.onion/1', comment: 'Leak page' }],
    } as object);
    expect(await find()).toMatchObject([
      { actor: 'Akira', sourceUrl: 'http://abcdef.onion/1', matchType: 'exact_domain' },
    ]);
  });

  it('that is a paste is compared by its text, which is never quoted', async () => {
    feed.put([
      mispObject('paste', [
        ['title', 'dump john@example.com:hunter2'],
        ['paste', 'ceo@example.com:hunter3'],
        ['username', 'someone'],
        ['url', 'https://pastebin.com/abc'],
        ['first-seen', '2026-01-29T00:00:00+00:00'],
      ]),
    ]);
    const findings = await find();
    expect(findings).toMatchObject([
      {
        kind: 'paste',
        actor: 'someone',
        title: 'dump [removed]',
        excerpt: null,
        claimedAt: '2026-01-29',
        matchType: 'exact_domain',
      },
    ]);
    expect(JSON.stringify(findings)).not.toContain('hunter');
    expect(await find('pastebin.com')).toEqual([]);
  });

  it('that is a document is compared by its text, and a claim when it is to extort', async () => {
    const document = (objective: string) =>
      mispObject('leaked-document', [
        ['document-name', `${objective}.pdf`],
        ['document-text', 'Dear example.com'],
        ['objective', objective],
      ]);
    feed.put([document('Extortion'), document('Influence')]);
    expect(await find()).toMatchObject([
      { kind: 'ransomware_claim', title: 'Extortion.pdf', excerpt: null },
      { kind: 'forum', title: 'Influence.pdf', excerpt: null },
    ]);
  });

  it('that was deleted, or is something else, is not told', async () => {
    feed.put([
      mispObject('ransomware-group-post', [['title', 'example.com']], { deleted: true }),
      mispObject('ransomware-group-post', [['title', 'acme']], {
        Attribute: [
          { object_relation: 'title', value: 'acme' },
          { object_relation: 'website', value: 'example.com', deleted: true },
        ],
      }),
      mispObject('domain-ip', [['domain', 'example.com']]),
    ]);
    expect(await find()).toEqual([]);
  });
});

describe('a MISP feed', () => {
  it('is read once an hour for all domains, then only what has changed', async () => {
    const changing = feed.put([claimOf('example.com')]);
    const steady = feed.put([claimOf('acme.net')]);
    await find();
    await find('acme.net');
    expect(paths().toSorted()).toEqual(
      [`/feed/${changing}.json`, `/feed/${steady}.json`, '/feed/manifest.json'].toSorted(),
    );
    feed.put([claimOf('www.example.com')], { id: changing, timestamp: 1_772_000_001 });
    timing.advanceMs(3_600_000);
    expect(await find()).toMatchObject([{ title: 'www.example.com' }]);
    expect(paths().slice(3)).toEqual(['/feed/manifest.json', `/feed/${changing}.json`]);
  });

  it('forgets events that it lists no more', async () => {
    const id = feed.put([claimOf('example.com')]);
    await find();
    feed.manifest.delete(id);
    timing.advanceMs(3_600_000);
    expect(await find()).toEqual([]);
  });

  it('is read for a year back', async () => {
    feed.put([claimOf('example.com')], { timestamp: timing.nowMs() / 1000 - 366 * 86_400 });
    const young = feed.put([claimOf('www.example.com')], { timestamp: timing.nowMs() / 1000 - 364 * 86_400 });
    expect(await find()).toMatchObject([{ title: 'www.example.com' }]);
    expect(paths()).toEqual(['/feed/manifest.json', `/feed/${young}.json`]);
  });

  it('is read as to its newest 500 events', async () => {
    feed.put([claimOf('example.com')], { timestamp: 1_769_000_000 });
    for (let count = 0; count < 501; count += 1) feed.put([], { timestamp: 1_770_000_000 + count });
    expect(await find()).toEqual([]);
    expect(paths()).toHaveLength(501);
  });

  it('asks for no file that is not named by a UUID', async () => {
    feed.manifest.set('../../secret', { timestamp: '1772000000' });
    feed.manifest.set('__proto__', { timestamp: '1772000000' });
    await find();
    expect(paths()).toEqual(['/feed/manifest.json']);
  });

  it('tells all but the event that cannot be read, then the error, and does not ask for that event again', async () => {
    const broken = feed.put([]);
    feed.events.set(broken, { info: 'x', Object: 'none' });
    feed.put([claimOf('example.com')]);
    const expected = {
      findings: [{ title: 'example.com' }],
      error: { failure: 'malformed', source: 'misp_test', message: expect.stringContaining('1 of 2 events') },
    };
    expect(await ask(source, 'example.com')).toMatchObject(expected);
    timing.advanceMs(3_600_000);
    expect(await ask(source, 'example.com')).toMatchObject(expected);
    expect(paths().filter((path) => path.includes(broken))).toHaveLength(1);
  });

  it('goes on where it was when it breaks off', async () => {
    const newest = feed.put([claimOf('example.com')], { timestamp: 1_772_000_002 });
    const older = feed.put([claimOf('example.com — more')], { timestamp: 1_772_000_001 });
    server.answer = (request) => (request.path.includes(older) ? { status: 503 } : feed.answer(request));
    expect(await ask(source, 'example.com')).toMatchObject({
      findings: [{ title: 'example.com' }],
      error: { failure: 'unavailable' },
    });
    server.answer = feed.answer;
    timing.advanceMs(60_000);
    expect(await find()).toHaveLength(2);
    expect(paths().filter((path) => path.includes(newest))).toHaveLength(1);
  });

  it.each([
    [{ status: 404 }, 'malformed'],
    [{ status: 401 }, 'not_authorised'],
    [{ status: 500 }, 'unavailable'],
    [{ json: [] }, 'malformed'],
    [{ json: { [crypto.randomUUID()]: { timestamp: 'now' } } }, 'malformed'],
  ])('with the manifest %j is %s', async (reply, failure) => {
    server.answer = () => reply;
    expect(await ask(source, 'example.com')).toMatchObject({ findings: [], error: { failure } });
  });

  it('sends no domain name', async () => {
    feed.put([claimOf('example.com')]);
    await find();
    expect(JSON.stringify(server.requests)).not.toContain('example');
  });
});
