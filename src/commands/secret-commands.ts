import type { Command } from 'commander';
import { listNodes } from '../core/nodes/nodes.ts';
import { OperatorError } from '../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import { resealTable } from '../core/operation/reseal-table.ts';
import type { Config } from '../installation/config.ts';
import { endKeyChange, forgetOtherKey, isBetweenKeys, keyName, makeNextKey } from '../installation/secret-keys.ts';
import { withStore } from '../installation/store.ts';
import type { SecretKeys } from '../platform/sealing.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { sealedTables } from '../wiring/sealed-tables.ts';
import { contextOf } from './run-command.ts';

/** Adds `secret rotate`. */
export function defineSecret(secret: Command): void {
  secret
    .description('the key that values are sealed under')
    .command('rotate')
    .description('seal everything under another key; again and again does no harm')
    .action(async (_options, command: Command) => {
      const { config, output, logger } = contextOf(command);
      const rotated = await rotate(config, logger);
      const { values, unreadable } = rotated;
      const lost = unreadable === 0 ? '' : ` ${unreadable} could be opened by neither key, and stay as they are.`;
      output.result(
        rotated,
        `Sealed under the current key: ${values} values anew, the others were.${lost} SECRET_KEY_PREVIOUS is not needed any more.`,
      );
    });
}

export interface Rotated {
  /** Sealed anew. */
  readonly values: number;
  readonly unreadable: number;
  readonly tables: Readonly<Record<string, number>>;
}

/** @throws OperatorError, StoreError */
async function rotate(config: Config, logger: Logger): Promise<Rotated> {
  const ownsKey = config.secretKey === null && config.otherSecretKey === null;
  const prepareKeys = ownsKey ? () => makeNextKey(config.dataDir) : undefined;
  return withStore(config, { mode: 'change', maxConnections: 2, logger, prepareKeys }, async (store) => {
    const { db } = store.database;
    if (store.keys.other === null)
      throw new OperatorError(
        'Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the one until now, for this command and for every node.',
      );
    await refuseForeignNodes(db, store.keys, ownsKey);
    const tables: Record<string, number> = {};
    let unreadable = 0;
    for (const table of sealedTables) {
      const done = await resealTable(db, table, store.keys);
      tables[table.name] = done.resealed;
      unreadable += done.unreadable;
    }
    await refuseForeignNodes(db, store.keys, ownsKey);
    if (await isBetweenKeys(db)) await endKeyChange(db, store.keys);
    if (ownsKey) await forgetOtherKey(config.dataDir);
    return { values: Object.values(tables).reduce((sum, count) => sum + count, 0), unreadable, tables };
  });
}

/** What still runs with the key before goes on sealing under it, and cannot read what is sealed anew. */
async function refuseForeignNodes(db: CrossPartnerDatabase, keys: SecretKeys, ownsKey: boolean): Promise<void> {
  const nodes = await listNodes(db);
  const others = nodes.filter(({ alive, seals_under }) => alive && seals_under !== keyName(keys));
  if (others.length === 0) return;
  const names = others.map(({ role, host, pid }) => `${role} on ${host} (process ${pid})`).join(', ');
  const how = ownsKey ? '' : ' with the same SECRET_KEY and SECRET_KEY_PREVIOUS as this command';
  throw new OperatorError(
    `These do not seal under the new key yet: ${names}. Restart them${how}, then run this again. What has died is forgotten after 35 seconds.`,
  );
}
