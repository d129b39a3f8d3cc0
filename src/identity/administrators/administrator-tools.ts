import type { AccessLinks } from './access-links.ts';
import type { TotpVault } from './totp-vault.ts';

/** What signing in, and what administrators change of it, needs besides the database. */
export interface AdministratorTools {
  readonly vault: TotpVault;
  readonly links: AccessLinks;
  /** Whether mail is sent at all. */
  readonly mailAvailable: boolean;
}
