import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { RunningServer } from '../support/command-line.ts';
import { addressesOf } from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { canMountDisks, SmallDisk } from '../support/small-disk.ts';

/** `npm start` on the disk, with its partner's key of the first start. */
class Evaluation {
  readonly #disk: SmallDisk;
  #server: RunningServer | null = null;
  #apiKey = '';
  #lastHost = 0;
  readonly acknowledged = new Map<string, string>();

  constructor(disk: SmallDisk) {
    this.#disk = disk;
    onTestFinished(async () => {
      await this.#server?.stop();
    });
  }

  async start(): Promise<void> {
    const environment = { DATA_DIR: this.dataDirectory, PORT: '0', OPERATIONS_PORT: '0' };
    this.#server = await RunningServer.start(environment);
    this.#apiKey ||= /127\.0\.0\.1 +(bwk_\w+)/.exec(await this.#said(/127\.0\.0\.1 +bwk_\w+/))![1]!;
  }

  get dataDirectory(): string {
    return join(this.#disk.directory, 'data');
  }

  get server(): RunningServer {
    return this.#server!;
  }

  get api(): ApiClient {
    const port = /answers at http:\/\/[^:]+:(\d+)/.exec(this.server.stdout)![1];
    return new ApiClient(`http://127.0.0.1:${port}`, '127.0.0.1', this.#apiKey);
  }

  async order(): Promise<number> {
    this.#lastHost += 1;
    const ip_address = `127.99.0.${this.#lastHost}`;
    const answer = await this.api.post('/api/v1/billing/provision', { client_id: 1, ip_address });
    if (answer.status === 201) this.acknowledged.set(answer.body.data.endpoint_id, ip_address);
    return answer.status;
  }

  async readiness(): Promise<{ status: number; disk: string }> {
    const url = /(http:\/\/\S+\/readyz)/.exec(await this.#said(/\/readyz/))![1]!;
    const answer = await fetch(url);
    const { checks } = (await answer.json()) as { checks: { disk: string } };
    return { status: answer.status, disk: checks.disk };
  }

  /** Of what it does by itself nothing has to write first: this has. */
  async needsMoreLog(): Promise<void> {
    const client = new pg.Client({
      host: join(this.dataDirectory, 'postgres'),
      user: 'breakwater',
      database: 'postgres',
    });
    client.on('error', () => {});
    await client.connect();
    // Until a segment of the write-ahead log is wanted for which there is no room.
    await expect(
      (async () => {
        for (let n = 0; n < 50; n += 1)
          await client.query('UPDATE installation_facts SET value = value; SELECT pg_switch_wal()');
      })(),
    ).rejects.toThrow();
    await client.end().catch(() => {});
  }

  async #said(what: RegExp): Promise<string> {
    await eventually(`it says ${what}`, async () => what.test(this.server.stdout));
    return this.server.stdout;
  }
}

describe.skipIf(!canMountDisks)('a disk that is full', () => {
  async function begin(): Promise<{ disk: SmallDisk; evaluation: Evaluation }> {
    const disk = new SmallDisk('400m');
    onTestFinished(() => disk[Symbol.dispose]());
    const evaluation = new Evaluation(disk);
    await evaluation.start();
    expect(await evaluation.order()).toBe(201);
    return { disk, evaluation };
  }

  it('is told by /readyz, refuses orders without keeping half of one, and once it has room again all goes on by itself', async () => {
    const { disk, evaluation } = await begin();
    disk.fill();
    await eventually('orders are refused', async () => (await evaluation.order()) === 500);
    await eventually('it is not ready', async () => (await evaluation.readiness()).status === 503);
    expect(await evaluation.readiness()).toEqual({ status: 503, disk: 'failed' });
    disk.free();
    await eventually('it is ready', async () => (await evaluation.readiness()).status === 200);
    expect(await evaluation.order()).toBe(201);
    expect(await addressesOf(evaluation.api)).toEqual(evaluation.acknowledged);
  });

  it('that has no room for the log of the database either ends the process with a sentence, and with room it starts as it was', async () => {
    const { disk, evaluation } = await begin();
    disk.fill();
    await evaluation.needsMoreLog();
    expect(await evaluation.server.ended).toBe(1);
    expect(evaluation.server.stderr).toContain('The embedded database ended');
    // As its supervisor does.
    await expect(evaluation.start()).rejects.toThrow(/No space left on device/);
    disk.free();
    await evaluation.start();
    expect(await evaluation.order()).toBe(201);
    expect(await addressesOf(evaluation.api)).toEqual(evaluation.acknowledged);
  });
});
