/** A worker whose scans are simulated, in a process of its own: prints a line when it works, and ends with SIGTERM. */

import { once } from 'node:events';
import { startService } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { collectGarbageEarly } from '../../src/platform/release-memory.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { openStore } from '../../src/store.ts';
import { SimulatedScanner } from './simulated-scanner.ts';

const config = parseConfig(process.env);
const logger = createLogger('warn');
collectGarbageEarly();
const store = await openStore(config, { mode: 'serve', maxConnections: 20, logger });
const scanner = new SimulatedScanner();
const service = await startService({ config, store, role: 'worker', clock: systemClock, logger, scanner });
console.log(JSON.stringify({ pid: process.pid }));
await once(process, 'SIGTERM');
await service.stop();
await store.close();
