import type { AlertKind } from '../../monitoring/alerts/index.ts';
import type { UrlCheck } from './channel-input.ts';
import type { ChannelVault } from './channel-record.ts';
import type { SendRequest } from './send-message.ts';

/** What operations on channels need besides the database. */
export interface ChannelTools {
  /** Of alerts. */
  readonly kinds: readonly AlertKind[];
  readonly vault: ChannelVault;
  readonly send: SendRequest;
  /** What is wrong with a URL of one's own; what connects judges its host. */
  readonly problemWithUrl: UrlCheck;
  /** Of this installation: see portalAddress. */
  readonly port: number;
}
