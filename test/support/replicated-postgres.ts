import { eventually } from './eventually.ts';
import { PostgresCluster } from './postgres-cluster.ts';
import { TcpRelay } from './tcp-relay.ts';

/** A primary whose commits wait for a standby, behind an address that can move: what operators have as a virtual one, or a name. */
export class ReplicatedPostgres implements AsyncDisposable {
  readonly #primary: PostgresCluster;
  readonly #standby: PostgresCluster;
  readonly #address: TcpRelay;
  #isMoved = false;

  private constructor(primary: PostgresCluster, standby: PostgresCluster, address: TcpRelay) {
    this.#primary = primary;
    this.#standby = standby;
    this.#address = address;
  }

  static async start(maxConnections: number): Promise<ReplicatedPostgres> {
    const primary = await PostgresCluster.start(`wal_level = replica\nmax_connections = ${maxConnections}`);
    const standby = await PostgresCluster.copyOf(primary, ['--write-recovery-conf']);
    standby.configure('');
    await standby.resume();
    await primary.ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.ask('SELECT pg_reload_conf()');
    await eventually('the standby is synchronous', async () =>
      (await primary.ask('SELECT sync_state FROM pg_stat_replication')).startsWith('sync'),
    );
    return new ReplicatedPostgres(primary, standby, await TcpRelay.start({ host: '127.0.0.1', port: primary.port }));
  }

  get url(): string {
    return `postgresql://breakwater@127.0.0.1:${this.#address.port}/postgres`;
  }

  /** The primary's machine loses power, the standby takes over, and the address moves to it. */
  async failOver(): Promise<void> {
    await this.#primary.halt('immediate');
    await this.#standby.promote();
    await this.#address.lead({ host: '127.0.0.1', port: this.#standby.port });
    this.#isMoved = true;
  }

  /** One value, or several lines of them, of whoever is the primary. */
  async ask(statement: string): Promise<string> {
    return (this.#isMoved ? this.#standby : this.#primary).ask(statement);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#address.cut();
    await this.#standby[Symbol.asyncDispose]();
    await this.#primary[Symbol.asyncDispose]();
  }
}
