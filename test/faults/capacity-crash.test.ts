import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import {
  act,
  capacityFaults,
  endpointStates,
  insertPlans,
  portMonitoring,
  type ServiceAddress,
  subscribe,
  windowsOf,
} from '../support/billing.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { expectProblem } from '../support/shapes.ts';
import { type TestPartner, TestService, testDatabaseUrl } from '../support/test-service.ts';
import { TransactionKiller } from '../support/transaction-killer.ts';

let service: TestService;
let partner: TestPartner;
let killer: TransactionKiller;
let lastClient = 0;

const mostStatements = 60;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 3]);
  killer = await TransactionKiller.watch(
    service.store.database.pool,
    new pg.Client({ connectionString: testDatabaseUrl(service.databaseName) }),
  );
});
afterAll(async () => {
  await killer?.close();
  await service?.stop();
});

interface Customer {
  readonly subscription: ServiceAddress;
  readonly subscriptionId: string;
}

/** A customer with three servers under a plan for three. */
async function newCustomer(): Promise<Customer> {
  lastClient += 1;
  const subscription = portMonitoring(lastClient);
  const subscriptionId = await subscribe(partner.api, subscription, { plan_slug: 'plan-3', mrr: 9 });
  for (let count = 0; count < 3; count += 1) {
    await provision(partner.api, loopbackAddress(), { client_id: lastClient });
  }
  return { subscription, subscriptionId };
}

/** What must change together: status and plan, the windows, the servers, and the audit entries of all that. */
async function stateOf({ subscription, subscriptionId }: Customer): Promise<unknown> {
  const { rows } = await service.store.database.pool.query(
    `SELECT s.status, s.plan_slug, (SELECT count(*) FROM audit_entries a WHERE a.partner_id = s.partner_id
       AND (a.customer_id = s.customer_id OR a.details->'subscriptions' ? s.id::text)) AS audited
     FROM subscriptions s WHERE s.id = $1`,
    [subscriptionId],
  );
  const windows = await windowsOf(service, subscriptionId);
  return {
    ...rows[0],
    windows: windows.map(({ state, plan_slug, ended_at }) => ({ state, plan_slug, open: ended_at === null })),
    servers: Object.values(await endpointStates(service, partner, subscription.client_id)),
  };
}

interface Case {
  readonly prepare?: (customer: Customer) => Promise<unknown>;
  readonly request: (customer: Customer) => Promise<ApiAnswer>;
}

const call = (action: string, body: object) => act(partner.api, action, body);

const cases: Record<string, Case> = {
  'suspend-subscription': {
    request: ({ subscription }) => call('suspend-subscription', subscription),
  },
  'resume-subscription': {
    prepare: ({ subscription }) => call('suspend-subscription', subscription),
    request: ({ subscription }) => call('resume-subscription', subscription),
  },
  'terminate-subscription': {
    request: ({ subscription }) => call('terminate-subscription', subscription),
  },
  'change-subscription with force': {
    request: ({ subscription }) =>
      call('change-subscription', { ...subscription, new_plan_slug: 'plan-1', force: true }),
  },
  'sync-services': {
    request: ({ subscription }) => call('sync-services', { services: [{ ...subscription, status: 'suspended' }] }),
  },
};

describe('the database session is killed between two statements', () => {
  it.each(Object.entries(cases))(
    '%s: status, window and pauses are all there or none, after every statement; a retry completes it',
    async (_name, { prepare, request }) => {
      const undisturbed = await newCustomer();
      await prepare?.(undisturbed);
      const before = await stateOf(undisturbed);
      await request(undisturbed);
      const after = await stateOf(undisturbed);
      expect(after).not.toEqual(before);

      let statements = 0;
      for (let last = false; !last; ) {
        statements += 1;
        const customer = await newCustomer();
        await prepare?.(customer);
        killer.arm(statements);
        const answer = await request(customer);
        last = killer.disarm() !== 'killed before commit';
        if (last) {
          expect(answer.status).toBe(200);
        } else {
          expectProblem(answer, 500, 'INTERNAL_ERROR', { request_id: answer.headers['x-request-id'] });
          expect(await stateOf(customer), `after statement ${statements}`).toEqual(before);
          expect((await request(customer)).status).toBe(200);
        }
        expect(await stateOf(customer), `retried after statement ${statements}`).toEqual(after);
        expect(statements).toBeLessThan(mostStatements);
      }
      // Begin, the lock, the status, the window, the pauses, the audit entries: fewer means that nothing was interrupted.
      expect(statements).toBeGreaterThan(8);
      expect(await capacityFaults(service)).toEqual([]);
    },
  );
});
