import type { Selectable } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { PartnersTable } from '../../core/operation/tables/identity.ts';

type Settings = Pick<Selectable<PartnersTable>, 'customer_additions' | 'weekly_summaries'>;

export async function readSetting<Name extends keyof Settings>({ db }: Operation, name: Name): Promise<Settings[Name]> {
  return (await settings(db).executeTakeFirstOrThrow())[name];
}

/** Sets it, and writes down what it was; nothing where it is so already. */
export async function changeSetting<Name extends keyof Settings>(
  operation: Operation,
  name: Name,
  to: Settings[Name],
): Promise<void> {
  await operation.transaction(async (tx) => {
    const { [name]: from } = await settings(tx.db).forUpdate().executeTakeFirstOrThrow();
    if (from === to) return;
    const change: Partial<Settings> = { [name]: to };
    await tx.db
      .updatePartner()
      .set({ ...change, updated_at: tx.clock.now() })
      .execute();
    await recordFact(tx, { type: 'settings.changed', subjectId: null, details: { [name]: { from, to } } });
  });
}

const settings = (db: Operation['db']) => db.selectPartner().select(['customer_additions', 'weekly_summaries']);
