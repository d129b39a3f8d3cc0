/**
 * A worker as its own process that scans nothing and sends webhooks: tests kill it on its way. Configuration comes from the
 * environment, as for the service, and by how many seconds its clock is ahead, so that a successor need not wait for what its
 * predecessor held. Its log goes to standard output.
 */
import { pino } from 'pino';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { startService } from '../../src/service/app.ts';
import { MovableClock } from './movable-clock.ts';

const { AHEAD_SECONDS, ...environment } = process.env;
const logger = pino({ level: 'error' });
const config = parseConfig({ ...environment, SCAN_ENGINE: 'off' });
const store = await openStore(config, { mode: 'serve', maxConnections: 8, logger });
const clock = new MovableClock();
clock.advanceSeconds(Number(AHEAD_SECONDS));
await startService({ config, store, role: 'worker', clock, logger, webhookDeadlineMs: 1_000, pollIntervalMs: 100 });
