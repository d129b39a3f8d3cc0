import type { Selectable } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type {
  ChannelAlertsTable,
  ChannelIncidentsTable,
  ChannelsTable,
} from '../../core/operation/tables/notifications.ts';
import type { Target } from '../../engines/messengers/messengers.ts';
import { Sealer, type SecretKeys } from '../../platform/sealing.ts';

export type Channel = Selectable<ChannelsTable>;
/**
 * A cause of alerts as a channel knows it: what it was last told (`told`, with what else is known of that then; null: nothing yet), the
 * alert that stands for it now, and when it is looked at what there is to tell (`due_at`; null: nothing has happened since).
 */
export type ChannelAlert = Omit<Selectable<ChannelAlertsTable>, 'was_opened' | 'speaks_again' | 'openings'>;
export type Incident = Selectable<ChannelIncidentsTable>;

/** Whose channels: a customer's, by its id; null: the partner's own. */
export type ChannelOwner = string | null;

/** Of each owner; those that were removed do not count. */
export const maxChannels = 20;

export function channelsOf({ db }: Operation, owner: ChannelOwner) {
  return db
    .selectFrom('channels')
    .selectAll('channels')
    .where('customer_id', owner === null ? 'is' : '=', owner)
    .where('status', '<>', 'removed');
}

/** Targets of channels, sealed: a copy of the database alone reaches nobody. */
export class ChannelVault {
  readonly #sealer: Sealer;

  constructor(keys: SecretKeys) {
    this.#sealer = new Sealer(keys, 'targets of channels');
  }

  /** @param rowId of the channel or incident that keeps it */
  seal(partnerId: string, rowId: string, target: Target): Buffer {
    return this.#sealer.seal(JSON.stringify(target), `${partnerId} ${rowId}`);
  }

  /** @throws when it was sealed for another row or under another secret key */
  open({ partner_id, id, target }: Pick<Channel | Incident, 'partner_id' | 'id' | 'target'>): Target {
    return JSON.parse(this.#sealer.open(target, `${partner_id} ${id}`)) as Target;
  }

  /** @returns null when it is sealed under the current key already */
  reseal(partnerId: string, rowId: string, target: Buffer): Buffer | null {
    return this.#sealer.reseal(target, `${partnerId} ${rowId}`);
  }
}
