import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventsInPlace, startSequencer } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
});

it('a worker gives the events of a process that answers the API their places', async () => {
  const partner = await service.partner();
  await provision(partner.api, '192.0.2.1');
  const list = async () => expectSuccess(await partner.api.get('/api/v1/events')).events;
  expect(await list()).toEqual([]);
  const environment = { SCAN_ENGINE: 'off' };
  const worker = await TestService.start({ role: 'worker', sharedWith: service, environment });
  try {
    await provision(partner.api, '192.0.2.2');
    await eventsInPlace(service);
    const events = (await list()).map(({ data }: { data: { endpoint: object } }) => data.endpoint);
    expect(events).toMatchObject([{ ip_address: '192.0.2.1' }, { ip_address: '192.0.2.2' }]);
  } finally {
    await worker.stop();
  }
});

it('what fans out and fails is tried again, with the same events in the same places or in later ones, and nothing is told meanwhile', async () => {
  const partner = await service.partner();
  await provision(partner.api, '192.0.2.3');
  const list = async () => expectSuccess(await partner.api.get('/api/v1/events')).events;
  const handed: string[][] = [];
  let failures = 2;
  let committed = 0;
  const sequencer = startSequencer(service, [
    {
      async onSequenced(_tx, events) {
        expect(await list()).toEqual([]);
        handed.push(events.map(({ id }) => id));
        failures -= 1;
        if (failures >= 0) throw new Error('The sink is full.');
      },
      onCommitted: () => {
        committed += 1;
      },
    },
  ]);
  try {
    await eventually('what fans out does', async () => committed === 1);
    const ids = (await list()).map(({ id }: { id: string }) => id);
    expect(handed).toEqual([ids, ids, ids]);
  } finally {
    await sequencer.stop();
  }
});
