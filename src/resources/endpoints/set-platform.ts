import type { Operation } from '../../core/operation/operation.ts';

/** Notes what an endpoint was told to run: `ufw`, `nftables`, … It stays whatever scans guess later. */
export async function setPlatform(tx: Operation, endpointId: string, platform: string): Promise<void> {
  await tx.db.updateTable('endpoints').set({ platform }).where('id', '=', endpointId).execute();
}
