/**
 * A worker as its own process that scans nothing and sends mail: tests kill it on its way. Configuration comes from the
 * environment, as for the service. Its log goes to standard output.
 */
import { pino } from 'pino';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startService } from '../../src/service/app.ts';

const logger = pino({ level: 'warn' });
const config = parseConfig({ ...process.env, SCAN_ENGINE: 'off' });
const store = await openStore(config, { mode: 'serve', maxConnections: 5, logger });
await startService({ config, store, role: 'worker', clock: systemClock, logger });
