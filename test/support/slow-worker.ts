/**
 * A scan worker as its own process, whose engine takes for ever: tests kill it in the middle of a scan. Configuration comes
 * from the environment, as for the service. Reports one JSON object per line on standard output; its log goes there too.
 * A line on standard input lets the scans under way end: they then claim to have found port 4444.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import type { PortScanner } from '../../src/engines/port-scanner/port-scanner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startService } from '../../src/service/app.ts';
import { host } from './scripted-scanner.ts';

const report = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`);
const released = once(createInterface({ input: process.stdin }), 'line');

const scanner: PortScanner = {
  name: 'slow',
  protocols: ['tcp'],
  async scan({ address, ports, signal }) {
    report({ scanning: address });
    await released;
    return host({ open: [4444] })({ address, ports: { tcp: [...ports.tcp, 4444], udp: [] }, signal });
  },
  async close() {},
};

const logger = pino({ level: 'warn' });
const config = parseConfig(process.env);
const store = await openStore(config, { mode: 'serve', maxConnections: 5, logger });
await startService({ config, store, role: 'worker', clock: systemClock, logger, scanner });
report({ ready: true });
