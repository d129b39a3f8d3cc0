import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { provision } from '../support/scans.ts';
import { endlessScan, host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { TestService } from '../support/test-service.ts';

/** More than a scan has attempts. */
const restarts = 6;

it('a scan whose worker stops in order goes on with the next one at once, however many stop: it is no attempt that failed', async () => {
  const api = await TestService.start({ role: 'api' });
  try {
    const partner = await api.partner();
    const endpointId = await provision(partner.api, '127.0.0.1');
    for (let round = 1; round <= restarts; round += 1) {
      const scanner = new ScriptedScanner();
      scanner.script('127.0.0.1', endlessScan());
      const worker = await TestService.start({ role: 'worker', sharedWith: api, scanner });
      await eventually('the scan begins', async () => scanner.requests.length > 0);
      await worker.stop();
    }
    const scanner = new ScriptedScanner();
    scanner.script('127.0.0.1', host({}));
    const worker = await TestService.start({ role: 'worker', sharedWith: api, scanner });
    await eventually('the scan completes', async () => {
      const { data } = (await partner.api.get(`/api/v1/endpoints/${endpointId}/scans`)).body;
      return data[0]?.status === 'completed' && data.length === 1;
    });
    await worker.stop();
    expect(scanner.requests.length).toBeGreaterThan(0);
  } finally {
    await api.stop();
  }
});
