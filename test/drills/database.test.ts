import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { addressesOf, createPartner, environmentFor, order, serve } from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { hasPostgres15, PostgresCluster } from '../support/postgres-cluster.ts';
import { ReplicatedPostgres } from '../support/replicated-postgres.ts';

// Databases are copied, and servers start.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

if (!hasPostgres15)
  process.stderr.write('\nSKIPPED: no postgresql-15. Failing over and recovery to a moment are NOT tried.\n');

describe.skipIf(!hasPostgres15)('a drill with PostgreSQL 15', { tags: ['postgresql-15'] }, () => {
  it('the primary loses power under load and a synchronous standby takes over: nothing that was acknowledged is lost or done twice', async () => {
    await using database = await ReplicatedPostgres.start(60);
    const environment = environmentFor(database.url);
    const apiKey = await createPartner(environment);
    const { server, api } = await serve(environment, apiKey);
    try {
      const acknowledged = new Map<string, string>();
      let slowestMs = 0;
      let isOver = false;
      const customers = Array.from({ length: 8 }, async (_, index) => {
        while (!isOver) {
          const startedMs = performance.now();
          const { id, address: ordered } = await order(api, index % 2 === 0);
          slowestMs = Math.max(slowestMs, performance.now() - startedMs);
          acknowledged.set(id, ordered);
        }
      });
      await eventually('orders come in', async () => acknowledged.size >= 100);
      const atFailure = acknowledged.size;
      await database.failOver();
      await eventually('orders come in again', async () => acknowledged.size >= atFailure + 100);
      isOver = true;
      await Promise.all(customers);
      const there = await addressesOf(api);
      expect([...acknowledged].filter(([id, ordered]) => there.get(id) !== ordered)).toEqual([]);
      expect(new Set(there.values()).size).toBe(there.size);
      expect(there.size).toBe(acknowledged.size);
      process.stdout.write(
        `Failed over: ${acknowledged.size} orders acknowledged, ${atFailure} of them before; the slowest took ${(slowestMs / 1_000).toFixed(1)} s\n`,
      );
    } finally {
      await server.stop();
    }
  });

  it('a mistake is undone by recovery to the moment before it: what was there then is there, and the service goes on', async () => {
    await using primary = await PostgresCluster.start('max_connections = 60');
    primary.configure(`wal_level = replica
archive_mode = on
archive_command = 'cp %p ${primary.archive}/%f'`);
    await primary.halt('fast');
    await primary.resume();
    const environment = environmentFor(primary.url());
    const apiKey = await createPartner(environment);
    const first = await serve(environment, apiKey);
    const before = await order(first.api);
    await using restored = await PostgresCluster.copyOf(primary);
    const after = await order(first.api);
    const moment = await primary.ask('SELECT clock_timestamp()');
    await sleep(50);
    await primary.ask('DELETE FROM partners');
    expect((await first.api.get('/api/v1/endpoints')).status).toBe(401);
    await first.server.stop();
    await primary.ask('SELECT pg_switch_wal()');
    await primary.halt('fast');

    restored.configure(`restore_command = 'cp ${primary.archive}/%f %p'
recovery_target_time = '${moment}'
recovery_target_action = 'promote'
archive_mode = off`);
    restored.signal('recovery.signal');
    await restored.resume();
    await eventually('recovery has ended', async () => (await restored.ask('SELECT pg_is_in_recovery()')) === 'f');
    const again = await serve(environmentFor(restored.url()), apiKey);
    try {
      const found = await addressesOf(again.api);
      expect(found).toEqual(
        new Map([
          [before.id, before.address],
          [after.id, after.address],
        ]),
      );
      await order(again.api);
    } finally {
      await again.server.stop();
    }
  });
});
