import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { TestService } from '../support/test-service.ts';
import { type Command, openings, provisioningSequences } from './provisioning-model/commands.ts';
import { ProvisioningModel } from './provisioning-model/model.ts';
import { World } from './provisioning-model/world.ts';

/**
 * Sequences of provisioning requests of two customers at two partners, each answer and every row compared with a model that was
 * written from the contract, and judged by the invariants of provisioning-model/invariants.ts. To try 4,000 sequences:
 *
 *     PROPERTY_RUNS=5000 npx vitest run test/properties/provisioning-model.test.ts
 *
 * PROPERTY_OUTCOMES=1 shows how often each action was answered how. A failure prints the shortest sequence that fails, and the seed and path that reproduce it:
 *
 *     PROPERTY_SEED=-1234 PROPERTY_PATH=56 npx vitest run test/properties/provisioning-model.test.ts
 */
const sequences = propertyRuns(80);
const maxCommands = 30;

/** Outcomes that the sequences must reach, or they would prove little: in some dozens, and in a thousand. */
const commonOutcomes = [
  'provision 201',
  'provision 200 note',
  'suspend 200',
  'terminate 200',
  'provision-domain 201',
  'provision-subscription 201',
  'change-subscription 200',
  'sync-services 200',
];
const rareOutcomes = [
  'provision 403 ENDPOINT_LIMIT_EXCEEDED',
  'resume 200',
  'resume 403 ENDPOINT_LIMIT_EXCEEDED',
  'terminate 200 note',
  'provision-domain 403 DOMAIN_LIMIT_EXCEEDED',
  'resume-domain 403 DOMAIN_LIMIT_EXCEEDED',
  'update-domain 409 DOMAIN_ALREADY_EXISTS',
  'release-domain 200',
  'provision-subscription 200',
  'suspend-subscription 200 note',
  'suspend-subscription 404 SUBSCRIPTION_NOT_FOUND',
  'resume-subscription 200',
  'resume-subscription 422 SUBSCRIPTION_NOT_CHANGEABLE',
  'change-subscription 422 SUBSCRIPTION_NOT_CHANGEABLE',
  'change-subscription 422 DOWNGRADE_USAGE_EXCEEDED',
  'sync-services 422',
];

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(() => service?.stop());

describe('provisioning, whatever arrives in whatever order', () => {
  it('answers and ends as the contract says', { timeout: 3_000 * sequences + 240_000 }, async () => {
    const outcomes = new Map<string, number>();
    await assertReproducibly(
      fc.asyncProperty(openings, provisioningSequences(maxCommands), async (opening, commands) => {
        const model = new ProvisioningModel();
        const world = await World.create(service, outcomes);
        await fc.asyncModelRun(() => ({ model, real: world }), [...opening, ...commands]);
        await world.checkEnforcedTwiceIsOnce((tx, customerIds) => tx.effects.capacityChanged(tx, customerIds));
      }),
    );
    if (process.env.PROPERTY_OUTCOMES) printOutcomes(outcomes);
    const expected = [...(sequences >= 80 ? commonOutcomes : []), ...(sequences >= 1_000 ? rareOutcomes : [])];
    if (process.env.PROPERTY_PATH === undefined) expect([...outcomes.keys()]).toEqual(expect.arrayContaining(expected));
  });

  it('is the same in both namespaces, and sync-services and release-domain are in one only', async () => {
    const { api } = await service.partner();
    const ask = async (action: string) => (await api.post(`/api/v1/provisioning/${action}`, {})).status;
    expect(await Promise.all(['sync-services', 'release-domain'].map(ask))).toEqual([404, 404]);
    expect(await Promise.all(['provision', 'terminate-domain', 'change-subscription'].map(ask))).toEqual([
      422, 422, 422,
    ]);
  });
});

function printOutcomes(outcomes: ReadonlyMap<string, number>): void {
  const lines = [...outcomes].toSorted().map(([outcome, count]) => `${`${count}`.padStart(6)}  ${outcome}`);
  console.log(lines.join('\n'));
}

const betweenCommands = /,(?=[a-z][a-z -]*\()/;

/** Fails with the shortest sequence, and with the seed and path of the sequence that it was found from. */
async function assertReproducibly(property: fc.IAsyncProperty<[Command[], Iterable<Command>]>): Promise<void> {
  const { PROPERTY_SEED: seed, PROPERTY_PATH: path } = process.env;
  const result = await fc.check(property, {
    numRuns: sequences,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  });
  if (!result.failed) return;
  const [opening, commands] = result.counterexample!;
  const steps = [...opening.map(String), ...`${commands}`.split(betweenCommands)].filter((text) => text !== '');
  const found = `PROPERTY_SEED=${result.seed} PROPERTY_PATH=${result.counterexamplePath?.split(':')[0]}`;
  const cause = result.errorInstance as Error;
  const numbered = steps.map((text, index) => `  ${index + 1}. ${text}`).join('\n');
  throw new Error(`After\n${numbered}\n${cause.message}\nTo reproduce: ${found}`, { cause });
}
