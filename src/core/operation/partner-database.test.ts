import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, it } from 'vitest';
import { PartnerDatabase } from './partner-database.ts';
import type { Tables } from './tables.ts';

const partnerId = '01890000-0000-7000-8000-000000000001';
const another = '01890000-0000-7000-8000-000000000002';
const executed: string[] = [];
const db = new PartnerDatabase(
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      executed.push(query.sql);
    },
  }),
  partnerId,
);

it('executes SQL that names the partner, and none that forgets it or names another', async () => {
  await db.execute(sql`DELETE FROM alerts WHERE partner_id = ${partnerId}`);
  expect(executed.splice(0)).toEqual(['DELETE FROM alerts WHERE partner_id = $1']);
  await expect(db.execute(sql`DELETE FROM alerts`)).rejects.toThrow('This names no partner: DELETE FROM alerts');
  await expect(db.execute(sql`DELETE FROM alerts WHERE partner_id = ${another}`)).rejects.toThrow('names no partner');
  expect(executed).toEqual([]);
});

it('starts every statement from the partner', () => {
  const statements = [
    db.selectFrom('alerts').select('id'),
    db.updateTable('alerts').set({ severity: 'high' }),
    db.deleteFrom('alerts'),
    db.insertInto('unsubscribed_caps', { product_slug: 'port_monitoring', capacity: 5, updated_at: new Date(0) }),
    db.selectPartner().select('name'),
    db.updatePartner().set({ name: 'Another' }),
  ];
  for (const statement of statements) expect(statement.compile().parameters).toContain(partnerId);
});
