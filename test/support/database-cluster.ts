import pg from 'pg';

/** Connection with the right to create databases: test files make their own in this server. */
export interface DatabaseServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  readonly database: string;
}

/** One server; or a coordinator with the extension Citus and its workers, each of which has a database of the same name. */
export interface DatabaseCluster {
  readonly coordinator: DatabaseServer;
  readonly workers: readonly DatabaseServer[];
}

/** A table has so many shards: each is a table of its own, with its indexes, in the database of every test file. */
const SHARDS = 4;

/** @param template a sealed database, if there are workers */
export async function createDatabase(cluster: DatabaseCluster, name: string, template?: string): Promise<void> {
  const statement = `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`;
  for (const server of [...cluster.workers, cluster.coordinator]) await administer(server, statement);
}

export async function dropDatabase(cluster: DatabaseCluster, name: string): Promise<void> {
  const statement = `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;
  for (const server of [cluster.coordinator, ...cluster.workers]) await administer(server, statement);
}

/** Makes one sharded database of those of this name. */
export async function joinDatabases({ coordinator, workers }: DatabaseCluster, name: string): Promise<void> {
  for (const server of [...workers, coordinator])
    await administer({ ...server, database: name }, 'CREATE EXTENSION citus');
  const here = { ...coordinator, database: name };
  await administer(here, `SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`);
  for (const { host, port } of workers) await administer(here, `SELECT citus_add_node('${host}', ${port})`);
  await administer(coordinator, `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`);
}

/** Keeps everybody from it, also the upkeep of Citus: a database that somebody is connected to cannot be copied. */
export async function sealDatabase(cluster: DatabaseCluster, name: string): Promise<void> {
  for (const server of [cluster.coordinator, ...cluster.workers]) {
    await administer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await administer(server, `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`);
  }
}

/** Connects for the time of `use`. */
export async function withClient<T>(settings: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...settings });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function administer(server: DatabaseServer, statement: string): Promise<void> {
  await withClient(server, (client) => client.query(statement));
}
