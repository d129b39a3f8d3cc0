import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ConnectionTurns, turnSharesOf } from './connection-turns.ts';
import { PreparingClient } from './preparing-client.ts';

export type ConnectionSettings =
  /** viaPooler: it leads through a pooler in transaction mode, such as PgBouncer, where no two transactions share a session. */
  | { readonly url: string; readonly viaPooler?: boolean }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

export interface DatabaseOptions {
  readonly connection: ConnectionSettings;
  /** Most connections that this process opens. */
  readonly maxConnections: number;
  /** Statements that write are refused by PostgreSQL. Default: false. Not through a pooler. */
  readonly readOnly?: boolean;
  /** Told of errors on idle connections: the pool replaces them by itself. */
  readonly onIdleError: (error: Error) => void;
}

export interface Database<Tables> {
  /** Takes connections without a turn. */
  readonly db: Kysely<Tables>;
  readonly turns: ConnectionTurns<Tables>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

// bigint columns hold only what a JSON number carries exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Settings for a `pg` client or pool. */
export function clientSettings(connection: ConnectionSettings): pg.ClientConfig {
  const target = 'url' in connection ? { connectionString: connection.url } : connection;
  return { ...target, application_name: 'breakwater', keepAlive: true, connectionTimeoutMillis: 5_000 };
}

/** Less than a statement may take, so that it is known what was waited for. */
const lockTimeoutMs = 25_000;

// PostgreSQL: lock_not_available; query_canceled, by statement_timeout or an operator.
const busyCodes = new Set(['55P03', '57014']);

/**
 * Whether an error says that there was no connection to be had, no lock, or no result, for as long as anything waits: nothing was done,
 * and it can be tried again.
 */
export function isBusy(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  // pg-pool has no code.
  return message === 'timeout exceeded when trying to connect' || busyCodes.has(code ?? '');
}

/** Opens a pool in which a statement waits at most 25 s for a lock and 30 s for a result: requests never hang for ever. */
export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  const isViaPooler = 'url' in options.connection && options.connection.viaPooler === true;
  const pool = new pg.Pool({
    Client: isViaPooler ? PooledClient : PreparingClient,
    ...clientSettings(options.connection),
    max: options.maxConnections,
    idleTimeoutMillis: 30_000,
    // Beyond the server's own limit below: for a network that died silently.
    query_timeout: 35_000,
    // A pooler refuses them: there they are set for the role, and the client says its time zone by itself.
    ...(isViaPooler
      ? {}
      : {
          options: `-c statement_timeout=30000 -c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=30000 -c timezone=UTC${options.readOnly ? ' -c default_transaction_read_only=on' : ''}`,
        }),
  });
  let closing = false;
  // What still happens to a connection that is being closed, such as the end of the embedded database, is no news.
  pool.on('error', (error) => {
    if (!closing) options.onIdleError(error);
  });
  // A connection that is lost in use fails its query; without a listener the event would end the process, too.
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Tables>({ dialect });
  const turns = new ConnectionTurns(db, dialect, turnSharesOf(options.maxConnections));
  const close = () => {
    closing = true;
    return db.destroy();
  };
  return { db, turns, pool, close };
}

/** What `pg` sends when it connects; its types leave it out. */
interface Connecting {
  getStartupConf(): Record<string, string>;
}

/**
 * A client for connections through a pooler in transaction mode: nothing outlasts a transaction there, so no statement is prepared by
 * name. The time zone is one of the settings that poolers keep for each client.
 */
class PooledClient extends pg.Client {
  getStartupConf(): Record<string, string> {
    return { ...(pg.Client.prototype as unknown as Connecting).getStartupConf.call(this), TimeZone: 'UTC' };
  }
}
