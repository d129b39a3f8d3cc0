import { expect, it } from 'vitest';
import { type ReadinessCheck, readinessOf } from './operations-routes.ts';

const running = (checks: Record<string, ReadinessCheck>) => readinessOf({ phase: () => 'running', checks })();

it('says nothing of what cannot be known now, and is not unready for it', async () => {
  const checks = { disk: async () => null, clock: async () => 'degraded' as const };
  expect(await running(checks)).toEqual({ ready: true, checks: { clock: 'degraded' } });
});

it('is not ready once a check fails', async () => {
  const database = () => Promise.reject(new Error('away'));
  expect(await running({ database, disk: async () => null })).toEqual({ ready: false, checks: { database: 'failed' } });
});
