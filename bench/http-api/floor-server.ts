/**
 * The bare floor: the service's framework and pool with one statement per request and nothing else. No keys, no rate limits,
 * no validation, no envelope, no logs, no transaction. Statements are prepared: it is as fast as this stack goes.
 *
 *   node floor-server.ts '<JSON of FloorOptions>'
 */

import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';
import { systemClock } from '../../src/platform/clock.ts';
import { type ConnectionSettings, clientSettings } from '../../src/platform/database/database.ts';
import { newId } from '../../src/platform/ids.ts';

export interface FloorOptions {
  readonly connection: ConnectionSettings;
  readonly maxConnections: number;
  readonly partnerId: string;
  /** Customer whose rows are listed. */
  readonly customerId: string;
}

const { connection, maxConnections, partnerId, customerId } = JSON.parse(process.argv[2]!) as FloorOptions;
const pool = new pg.Pool({ ...clientSettings(connection), max: maxConnections });
const app = fastify();

app.post<{ Body: { ip_address: string; hostname: string } }>('/provision', async ({ body }, reply) => {
  const id = newId(systemClock);
  await pool.query({
    name: 'provision',
    text: `INSERT INTO floor_endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, next_scan_at,
        created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $5, 'active', $6, $6, $6)`,
    values: [partnerId, id, newId(systemClock), body.ip_address, body.hostname, systemClock.now()],
  });
  return reply.code(201).send({ id });
});

app.get('/endpoints', async () => {
  const { rows } = await pool.query({
    name: 'endpoints',
    text: `SELECT * FROM endpoints WHERE partner_id = $1 AND customer_id = $2 AND status <> 'terminated'
      ORDER BY created_at DESC, id DESC LIMIT 15`,
    values: [partnerId, customerId],
  });
  return rows;
});

app.get('/alerts', async () => {
  const { rows } = await pool.query({
    name: 'alerts',
    text: `SELECT * FROM alerts WHERE partner_id = $1 AND customer_id = $2 ORDER BY created_at DESC, id DESC LIMIT 20`,
    values: [partnerId, customerId],
  });
  return rows;
});

process.once('SIGTERM', () => app.close().then(() => pool.end()));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(JSON.stringify({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }));
