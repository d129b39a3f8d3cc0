import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { TestService } from '../support/test-service.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start(scanner: ScriptedScanner) {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const service = await TestService.start({ scanner, logger });
  ends.push(() => service.stop());
  return { service, lines, scansOf: (address: string) => lines.filter((line) => line.address === address) };
}

it('a scan that ended is one line: of what, how it ended, what it asked and found, and how long it took', async () => {
  const scanner = new ScriptedScanner();
  const [seen, partial] = [loopbackAddress(), loopbackAddress()];
  scanner.script(seen, host({ open: [22, 3306] }));
  scanner.script(partial, host({ uncovered: [443] }));
  const { service, scansOf } = await start(scanner);
  const { api, partnerId } = await service.partner();
  const endpointId = await provision(api, seen);
  await provision(api, partial);
  await eventually('both are logged', async () => scansOf(seen).length > 0 && scansOf(partial).length > 0);
  expect(scansOf(seen)).toEqual([
    expect.objectContaining({
      level: 'info',
      msg: 'scan',
      partnerId,
      endpointId,
      trigger: 'scheduled',
      outcome: 'completed',
      ports: { asked: expect.any(Number), covered: expect.any(Number), open: 2 },
      ms: expect.any(Number),
    }),
  ]);
  expect(scansOf(partial)).toEqual([
    expect.objectContaining({ outcome: 'partial', ports: { asked: 1_016, covered: 1_015, open: 0 } }),
  ]);
});

it('what balancers and scrapers ask every few seconds is no line', async () => {
  const { service, lines } = await start(new ScriptedScanner());
  for (const path of ['/readyz', '/metrics', '/api/v1/health', '/openapi.json']) await fetch(service.url + path);
  await eventually('the last is logged', async () => lines.some(({ route }) => route === '/openapi.json'));
  expect(lines.filter(({ msg }) => msg === 'request').map(({ route }) => route)).toEqual(['/openapi.json']);
});
