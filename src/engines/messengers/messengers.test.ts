import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReceivedRequest } from '../../../test/support/messengers/fake-destination.ts';
import { goodTargets, ProviderStates, providers } from '../../../test/support/messengers/providers.ts';
import { severities } from '../../common/severity.ts';
import { fitted } from './fitted.ts';
import type { Message } from './message.ts';
import type { MessengerAnswer, MessengerRequest, Reading } from './messenger.ts';
import { maskTarget, messengerOf, parseTarget, type Target, type TargetType, targetTypes } from './messengers.ts';

import { plainWords } from './testing/plain-words.ts';

const now = new Date('2026-11-23T12:00:00Z');

const states = new ProviderStates();

function targetOf(type: TargetType): Target {
  const parsed = parseTarget(type, goodTargets[type]);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.target;
}

function received({ url, headers, body }: MessengerRequest): ReceivedRequest {
  const { pathname, searchParams } = new URL(url);
  return { path: pathname, query: searchParams, headers, body: JSON.parse(body), bytes: Buffer.byteLength(body) };
}

const snares = [
  '<!channel>',
  '@everyone',
  '<@123>',
  '&amp;',
  '](https://evil.example)',
  '</b><a href="x">',
  '```',
  '*_~|',
  '\u202e',
  '\n[Critical] forged',
  '😀',
  '\ud83d',
  'discord clyde',
];
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.constantFrom(...snares), { maxLength: 300 }).map((parts) => parts.join('')),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((units) => String.fromCharCode(...units)),
);
const hostileMessage: fc.Arbitrary<Message> = fc.record({
  kind: fc.constant('news' as const),
  sender: hostileText,
  words: fc.constant(plainWords),
  items: fc.array(
    fc.record({
      change: fc.constantFrom('new', 'worse', 'again', 'over', 'passed'),
      severity: fc.constantFrom(...severities),
      title: hostileText,
      where: hostileText,
      flaps: fc.boolean(),
      url: fc.constant('https://portal.example.com/alerts/01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d'),
    }),
    { minLength: 1, maxLength: 60 },
  ),
  url: fc.constant('https://portal.example.com/alerts'),
  at: fc.constant(now),
  incident: fc.constantFrom(
    { key: 'incident', action: 'trigger' as const },
    { key: 'incident', action: 'resolve' as const },
  ),
});

describe('a message', () => {
  it.each(targetTypes)('of any text is within the limits of %s, with and without markup', (type) => {
    fc.assert(
      fc.property(hostileMessage, fc.boolean(), (message, plainly) => {
        const request = received(messengerOf(type).render(targetOf(type), message, plainly));
        expect(providers[type].rules(states)(request)).toMatchObject({
          status: expect.toSatisfy((status: number) => status < 300),
        });
        // No name forges a line of its own.
        expect(JSON.stringify(request.body)).not.toContain('\\n[Critical]');
      }),
    );
  });

  it.each(targetTypes)('that is a test is taken by %s', (type) => {
    const message = {
      kind: 'test' as const,
      sender: 'Acme',
      words: plainWords,
      items: [],
      url: 'https://p.example',
      at: now,
      incident: null,
    };
    expect(
      providers[type].rules(states)(received(messengerOf(type).render(targetOf(type), message, false))).status,
    ).toBeLessThan(300);
  });

  it('calls nobody and leads nowhere by what a stranger wrote', () => {
    const title = '<!channel> @everyone [x](https://evil.example) <https://evil.example|x>';
    const item = {
      change: 'new' as const,
      severity: 'high' as const,
      title,
      where: 'web1',
      flaps: false,
      url: 'https://p.example/a',
    };
    const message = {
      kind: 'news' as const,
      sender: 'Acme',
      words: plainWords,
      items: [item],
      url: 'https://p.example',
      at: now,
      incident: null,
    };
    const bodyOf = (type: TargetType) => messengerOf(type).render(targetOf(type), message, false).body;
    const { text, blocks } = JSON.parse(bodyOf('slack'));
    // The header is plain text, in which nothing has a meaning.
    expect(text + blocks[1].text.text).not.toMatch(/<!channel>|<https:\/\/evil/);
    expect(bodyOf('discord')).not.toMatch(/(?<!\\)\]\(https?:\/\/evil|https:\/\/evil/);
    expect(bodyOf('mattermost')).not.toMatch(/@everyone|\]\(https:\/\/evil/);
    expect(bodyOf('telegram')).not.toContain('<https');
  });
});

describe('text that is cut', () => {
  it('is within both limits, and keeps characters and entities whole', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.integer({ min: 8, max: 60 }),
        fc.integer({ min: 8, max: 60 }),
        (text, characters, bytes) => {
          const cut = fitted(text, { characters, bytes }, (character) => (character === '&' ? '&amp;' : character));
          expect(cut.length).toBeLessThanOrEqual(characters);
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
          expect(cut.isWellFormed()).toBe(true);
          expect(cut.replaceAll('&amp;', '')).not.toContain('&');
        },
      ),
    );
  });
});

describe('an answer', () => {
  const answered = (status: number, body: unknown = '', headers: Record<string, string> = {}): MessengerAnswer => ({
    kind: 'answered',
    status,
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const cases: [TargetType, MessengerAnswer, Partial<Reading>][] = [
    ['slack', answered(200, 'ok'), { kind: 'delivered' }],
    ['slack', answered(200, '<html>'), { kind: 'gone' }],
    ['slack', answered(400, 'invalid_blocks'), { kind: 'ours' }],
    ['slack', answered(400, 'no_team'), { kind: 'gone' }],
    ['slack', answered(410, 'channel_is_archived'), { kind: 'gone' }],
    ['slack', answered(500, 'rollup_error'), { kind: 'later', seconds: null }],
    ['slack', answered(429, '', { 'retry-after': '30' }), { kind: 'later', seconds: 30 }],
    [
      'slack',
      answered(503, '', { 'retry-after': new Date(now.getTime() + 90_000).toUTCString() }),
      { kind: 'later', seconds: 90 },
    ],
    ['slack', answered(429, '', { 'retry-after': '99999999' }), { kind: 'later', seconds: 86_400 }],
    [
      'slack',
      { kind: 'failed', reason: 'It took too long.' },
      { kind: 'later', seconds: null, reason: 'It took too long.' },
    ],
    ['teams', answered(202), { kind: 'delivered' }],
    ['teams', answered(401), { kind: 'gone' }],
    ['discord', answered(200, { id: '1' }), { kind: 'delivered' }],
    ['discord', answered(429, { retry_after: 0.65, global: false }), { kind: 'later', seconds: 1 }],
    ['discord', answered(404, { code: 10_015 }), { kind: 'gone' }],
    ['discord', answered(400, { code: 50_035 }), { kind: 'ours' }],
    ['telegram', answered(200, { ok: true }), { kind: 'delivered' }],
    ['telegram', answered(200, 'captive portal'), { kind: 'later' }],
    ['telegram', answered(429, { ok: false, parameters: { retry_after: 17 } }), { kind: 'later', seconds: 17 }],
    ['telegram', answered(400, { ok: false, description: 'Bad Request: chat not found' }), { kind: 'gone' }],
    ['telegram', answered(403, { ok: false, description: 'Forbidden: bot was blocked by the user' }), { kind: 'gone' }],
    ['telegram', answered(400, { ok: false, description: "Bad Request: can't parse entities" }), { kind: 'plainly' }],
    [
      'telegram',
      answered(400, { ok: false, description: 'upgraded', parameters: { migrate_to_chat_id: -1001234567890123 } }),
      { kind: 'moved', chatId: '-1001234567890123' },
    ],
    ['pagerduty', answered(202, { status: 'success' }), { kind: 'delivered' }],
    ['pagerduty', answered(429), { kind: 'later', seconds: 60 }],
    ['pagerduty', answered(400, { errors: ['x'] }), { kind: 'ours' }],
    ['opsgenie', answered(202), { kind: 'delivered' }],
    ['opsgenie', answered(403), { kind: 'gone' }],
    ['ntfy', answered(429, { code: 42_908 }), { kind: 'later', seconds: 3_600 }],
    ['ntfy', answered(403, { code: 40_301 }), { kind: 'gone' }],
    ['mattermost', answered(302, '', { location: 'https://other.example' }), { kind: 'gone' }],
    ['mattermost', answered(500), { kind: 'later', seconds: null }],
  ];
  it.each(cases)('of %s is read as the provider documents it: %o', (type, answer, reading) => {
    expect(messengerOf(type).read(answer, now)).toMatchObject(reading);
  });

  it('of any kind and text is read without a throw, and no wait is longer than a day', () => {
    const anyAnswer = fc.record({
      kind: fc.constant('answered' as const),
      status: fc.integer({ min: 100, max: 599 }),
      headers: fc.record({ 'retry-after': fc.oneof(fc.string(), fc.double().map(String)) }),
      body: fc.oneof(fc.string(), fc.json()),
    });
    fc.assert(
      fc.property(fc.constantFrom(...targetTypes), anyAnswer, (type, answer) => {
        const reading = messengerOf(type).read(answer, now);
        if (reading.kind === 'later' && reading.seconds !== null) {
          expect(reading.seconds).toBeGreaterThanOrEqual(1);
          expect(reading.seconds).toBeLessThanOrEqual(86_400);
        }
      }),
    );
  });
});

describe('a target', () => {
  it.each([
    ['slack', { url: 'https://evil.example/services/T/B/x' }, 'url'],
    ['slack', { url: 'https://hooks.slack.com:8443/services/T/B/x' }, 'url'],
    ['slack', { url: 'https://user@hooks.slack.com/services/T/B/x' }, 'url'],
    ['slack', {}, 'url'],
    ['teams', { url: 'https://acme.webhook.office.com/webhookb2/x' }, 'url'],
    ['discord', { url: 'https://discord.com.evil.example/api/webhooks/1/x' }, 'url'],
    ['telegram', { token: 'x', chat_id: '-100' }, 'token'],
    ['telegram', { token: goodTargets.telegram.token, chat_id: 'two words' }, 'chat_id'],
    ['pagerduty', { token: 'short' }, 'token'],
    ['opsgenie', { token: 'a b' }, 'token'],
    ['ntfy', { topic: 'a/b' }, 'topic'],
    ['ntfy', { topic: 'x', url: 'file:///etc/passwd' }, 'url'],
    ['mattermost', { url: 'https://chat.example.com/api' }, 'url'],
  ] as const)('of %s has to be one: %o', (type, fields, field) => {
    expect(parseTarget(type, fields)).toEqual({
      problems: { [field]: expect.stringMatching(new RegExp(`^The ${field.replace('_', ' ')} field must .+\\.$`)) },
    });
  });

  it.each(targetTypes)('of %s is shown without what lets anybody in', (type) => {
    const { token, url } = goodTargets[type];
    const shown = maskTarget(targetOf(type));
    expect(shown.length).toBeLessThan(100);
    for (const secret of [token, url]) if (secret !== undefined) expect(shown).not.toContain(secret);
  });

  it('of Teams may name its port', () => {
    const url = goodTargets.teams.url!.replace('.com/', '.com:443/');
    expect(parseTarget('teams', { url })).toHaveProperty('target');
  });
});
