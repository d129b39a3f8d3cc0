import type { SealedTable } from '../core/operation/reseal-table.ts';
import { TotpVault } from '../identity/administrators/totp-vault.ts';
import { IdentityVault } from '../monitoring/leaks/identity-vault.ts';
import { ChannelVault } from '../notifications/channels/channel-record.ts';
import { SenderKeys } from '../notifications/mail-sender/sender-keys.ts';
import { WebhookSecrets } from '../notifications/webhooks/webhook-secrets.ts';
import type { SecretKeys } from '../platform/sealing.ts';

interface Vault {
  reseal(partnerId: string, sealedFor: string, sealed: Buffer): Buffer | null;
}

/** Everything that is sealed. A test holds it against the columns of the schema. */
export const sealedTables: readonly SealedTable[] = [
  sealed('administrators', ['totp_key'], TotpVault),
  sealed('leaked_credentials', ['identity_sealed'], IdentityVault),
  sealed('mail_senders', ['dkim_private_key'], SenderKeys, 'dkim_selector'),
  sealed('webhooks', ['secret', 'previous_secret'], WebhookSecrets),
  sealed('channels', ['target'], ChannelVault),
  sealed('channel_incidents', ['target'], ChannelVault),
];

function sealed(
  name: string,
  columns: readonly string[],
  Opens: new (keys: SecretKeys) => Vault,
  sealedFor = 'id',
): SealedTable {
  return {
    name,
    columns,
    sealedFor,
    reseal: (keys) => {
      const vault = new Opens(keys);
      return (...value) => vault.reseal(...value);
    },
  };
}
