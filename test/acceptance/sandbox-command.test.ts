import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandOutcome, runCommand } from '../support/command-line.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let run: (...args: string[]) => Promise<CommandOutcome>;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner('Acme');
  run = (...args) => runCommand(testEnvironment(service.databaseName), ['sandbox', ...args]);
});
afterAll(async () => {
  await service?.stop();
});

const read = () => partner.api.get('/api/v1/sandbox/scenario');

it('sandbox enable and disable count from the next request on, and say whether anything changed', async () => {
  const value = (enabled: boolean, changed: boolean) => ({
    partner_id: partner.partnerId,
    sandbox_enabled: enabled,
    changed,
  });
  expectProblem(await read(), 403, 'SANDBOX_DISABLED');
  const enabled = await run('enable', '--partner', partner.portalDomain, '--json');
  expect(enabled).toMatchObject({ exitCode: 0, stderr: '', json: value(true, true) });
  expectSuccess(await read());
  expect((await run('enable', '--partner', 'acme', '--json')).json).toEqual(value(true, false));
  const disabled = await run('disable', '--partner', partner.partnerId);
  expect(disabled).toMatchObject({
    exitCode: 0,
    stdout: `Sandbox mode of partner ${partner.partnerId} is disabled now.\n`,
  });
  expectProblem(await read(), 403, 'SANDBOX_DISABLED');
  const actions = await service.store.database.pool.query(
    "SELECT action, actor_kind FROM audit_entries WHERE partner_id = $1 AND action LIKE 'sandbox.%' ORDER BY at, id",
    [partner.partnerId],
  );
  expect(actions.rows).toEqual([
    { action: 'sandbox.enabled', actor_kind: 'operator' },
    { action: 'sandbox.disabled', actor_kind: 'operator' },
  ]);
});

it('a partner that is not there is 1, a command line without one is 2', async () => {
  const unknown = await run('enable', '--partner', 'nobody');
  expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
  expect(unknown.stderr).toBe('There is no partner "nobody". Name its id, portal domain or name.\n');
  const incomplete = await run('enable');
  expect(incomplete).toMatchObject({ exitCode: 2, stdout: '' });
  expect(incomplete.stderr).toContain('--partner');
});
