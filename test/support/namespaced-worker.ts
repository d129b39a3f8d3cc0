/**
 * A scan worker as its own process, for tests that run it in a network namespace: configured by the environment like the
 * service, with rechecks that follow soon. Reports one JSON object on standard output when it works; its log goes there too.
 */
import { pino } from 'pino';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startService } from '../../src/service/app.ts';

const logger = pino({ level: 'warn' });
const config = parseConfig(process.env);
const store = await openStore(config, { mode: 'serve', maxConnections: 5, logger });
await startService({ config, store, role: 'worker', clock: systemClock, logger, recheckDelaysMs: [300, 600] });
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
