/**
 * A worker whose scans are simulated, in a process of its own: prints a line when it works, and ends with SIGTERM. Upkeep that counts in
 * hours has as many of a compressed day as of any.
 */

import { once } from 'node:events';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { archiveScans } from '../../src/monitoring/port-scans/archive-scans.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { repeatUntil } from '../../src/platform/jobs/repeat-until.ts';
import { collectGarbageEarly } from '../../src/platform/release-memory.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { SimulatedScanner } from './simulated-scanner.ts';
import { simulatedIdentifier as identifier } from './simulated-services.ts';

const config = parseConfig(process.env);
const logger = createLogger('warn');
collectGarbageEarly();
const store = await openStore(config, { mode: 'serve', maxConnections: 20, logger });
const scanner = new SimulatedScanner();
const service = await startService({ config, store, role: 'worker', clock: systemClock, logger, scanner, identifier });
const hourMs = (config.scanIntervalSeconds * 1_000) / 24;
const stopping = new AbortController();
const archiving = repeatUntil(
  stopping.signal,
  hourMs / 6,
  () => archiveScans(service.resources, { settledMs: 6 * hourMs, spanMs: Math.round(hourMs / 6) }),
  (error) => logger.error({ err: error }, 'Scans were not archived.'),
);
console.log(JSON.stringify({ pid: process.pid }));
await once(process, 'SIGTERM');
stopping.abort();
await archiving;
await service.stop();
await store.close();
