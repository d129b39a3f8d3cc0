import pg from 'pg';

/** What `pg` sends when it connects; its types leave it out. */
interface Connecting {
  getStartupConf(): Record<string, string>;
}

/**
 * A client for connections through a pooler in transaction mode: nothing outlasts a transaction there, so no statement is prepared by
 * name. The time zone is one of the settings that poolers keep for each client.
 */
export class PooledClient extends pg.Client {
  getStartupConf(): Record<string, string> {
    return { ...(pg.Client.prototype as unknown as Connecting).getStartupConf.call(this), TimeZone: 'UTC' };
  }
}
