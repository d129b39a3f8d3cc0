import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type LeakFinding, type LeakSource, LeakSourceError } from '../../engines/leak-sources/leak-source.ts';
import { onlyKey } from '../../platform/sealing.ts';
import { type AskLimits, askSources } from './ask-sources.ts';
import { IdentityVault } from './identity-vault.ts';
import { retryPlan } from './retry-plan.ts';

const limits: AskLimits = { maxFindings: 3, timeoutMs: 10_000 };
const context = {
  domain: 'example.com',
  digest: new IdentityVault(onlyKey('a secret key that only tests ever use')).digester('partner'),
  now: new Date('2026-01-01T00:00:00Z'),
};

function leaked(name: string): LeakFinding {
  return {
    type: 'leaked_credential',
    kind: 'breach',
    breachName: 'Shop',
    identity: `${name}@example.com`,
    unnamedIdentities: 0,
    dataClasses: [],
    secretPresent: false,
    secretFormat: null,
    secretDigest: null,
    malwareFamily: null,
    loginSite: null,
    isOwnMailbox: true,
    occurredAt: null,
    publishedAt: null,
  };
}

function source(name: string, find: LeakSource['find']): LeakSource {
  return { name, attribution: { name, url: null, licence: null }, find };
}

const steady = source('steady', async function* () {
  yield leaked('ada');
  yield leaked('grace');
});

async function ask(
  sources: readonly LeakSource[],
  more: Partial<AskLimits> = {},
  signal = new AbortController().signal,
) {
  const { findings, answers } = await askSources(sources, context, { ...limits, ...more }, signal);
  return { identities: findings.map((finding) => 'identity' in finding && finding.identity).toSorted(), answers };
}

describe('askSources', () => {
  it('one finding that two sources tell of is one, with both their names', async () => {
    const { findings } = await askSources(
      [
        steady,
        source('other', async function* () {
          yield leaked('ada');
        }),
      ],
      context,
      limits,
      new AbortController().signal,
    );
    expect(findings.map(({ sources }) => sources)).toEqual([['other', 'steady'], ['steady']]);
  });

  it.each<[string, LeakSource['find'], object]>([
    [
      'tells of its failure',
      async function* () {
        yield leaked('alan');
        throw new LeakSourceError('broken', 'rate_limited', 'too many requests', 90_000);
      },
      { failure: 'rate_limited', error: 'broken: too many requests', retryAfterMs: 90_000, findings: 1 },
    ],
    [
      'breaks in a way that nobody foresaw',
      async function* () {
        yield leaked('alan');
        throw new TypeError('alan@example.com:hunter2 is not a function');
      },
      { failure: 'unavailable', error: 'The source could not be asked.', findings: 1 },
    ],
    [
      'answers nonsense',
      async function* () {
        yield leaked('alan');
        yield { ...leaked('mallory'), kind: 'rumour' } as unknown as LeakFinding;
      },
      { failure: 'malformed', findings: 1 },
    ],
    [
      'throws before it answers',
      () => {
        throw new Error('no');
      },
      { failure: 'unavailable', findings: 0 },
    ],
  ])(
    'a source that %s takes nothing from the others, and what it said before counts',
    async (_what, find, expected) => {
      const { identities, answers } = await ask([source('broken', find), steady]);
      expect(answers).toMatchObject([
        { source: 'broken', outcome: 'failed', ...expected },
        { source: 'steady', outcome: 'complete', failure: null, error: null, findings: 2 },
      ]);
      const said = (expected as { findings: number }).findings === 1 ? ['alan@example.com'] : [];
      expect(identities).toEqual(['ada@example.com', ...said, 'grace@example.com']);
    },
  );

  it('a source that hangs, and pays no heed to the signal, ends at the deadline', async () => {
    const hanging = source('hanging', async function* () {
      yield leaked('alan');
      await new Promise(() => {});
    });
    const { identities, answers } = await ask([hanging, steady], { timeoutMs: 50 });
    expect(answers[0]).toMatchObject({ outcome: 'failed', failure: 'unavailable', findings: 1 });
    expect(answers[0]?.error).toMatch(/in time/);
    expect(identities).toHaveLength(3);
  });

  it('takes no more from a source than the limit, and says so', async () => {
    let told = 0;
    const endless = source('endless', async function* () {
      for (;;) {
        told += 1;
        yield leaked(`person${told}`);
      }
    });
    const { answers } = await ask([endless]);
    expect(answers).toMatchObject([{ outcome: 'truncated', findings: 3, error: expect.stringContaining('3') }]);
    expect(told).toBe(3);
  });

  it('gives up as a whole when it is told to', async () => {
    const abort = new AbortController();
    const slow = source('slow', async function* () {
      yield leaked('alan');
      await sleep(60_000, undefined, { ref: false });
    });
    const asked = ask([slow], {}, abort.signal);
    abort.abort(new Error('The worker stops.'));
    await expect(asked).rejects.toThrow('The worker stops.');
  });
});

describe('retryPlan', () => {
  const failure = (failed: 'unavailable' | 'rate_limited' | 'not_authorised', retryAfterMs: number | null = null) => ({
    source: failed,
    outcome: 'failed' as const,
    failure: failed,
    retryAfterMs,
  });
  const complete = { source: 'good', outcome: 'complete' as const, failure: null, retryAfterMs: null };
  const minutes = (plan: ReturnType<typeof retryPlan>) => plan && plan.delayMs / 60_000;

  it('there is none while every source answers, or fails for want of a key', () => {
    expect(retryPlan([complete, failure('not_authorised')], 0)).toBeNull();
  });

  it('asks only what failed, later and later, six hours at the most', () => {
    expect(retryPlan([complete, failure('unavailable')], 0)?.sources).toEqual(['unavailable']);
    const delays = [0, 1, 2, 3, 4, 5, 1_000].map((attempts) => minutes(retryPlan([failure('unavailable')], attempts)));
    expect(delays).toEqual([15, 30, 60, 120, 240, 360, 360]);
  });

  it('never comes before the time that a source asked for, a day at the most', () => {
    const answers = [failure('unavailable'), failure('rate_limited', 10 * 3_600_000)];
    expect(minutes(retryPlan(answers, 0))).toBe(600);
    expect(minutes(retryPlan([failure('rate_limited', 1_000)], 0))).toBe(15);
    expect(minutes(retryPlan([failure('rate_limited', 1e12)], 0))).toBe(1_440);
  });
});
