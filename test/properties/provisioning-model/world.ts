import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { Operation } from '../../../src/core/operation/operation.ts';
import { lowestIdAt } from '../../../src/platform/ids.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { insertAlert } from '../../support/rows.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../../support/shapes.ts';
import type { TestPartner, TestService } from '../../support/test-service.ts';
import { checkInvariants, namesServiceTwice } from './invariants.ts';
import { anyText, type Expectation, type ModelResource, type PartnerName, type ProvisioningModel } from './model.ts';
import { describeModel, describeObserved, type Observation, observe } from './observation.ts';
import { ownPlans, unsubscribedCaps } from './pools.ts';
import type { Call } from './step.ts';

/** Ages are whole seconds apart, so that the order of creation never depends on how fast the machine is. */
const stepSeconds = 10;

/** The real thing: two new partners of a running service, asked over HTTP. */
export class World {
  /** How often each action gave each answer. */
  readonly outcomes: Map<string, number>;
  readonly #service: TestService;
  readonly #partners: Readonly<Record<PartnerName, TestPartner>>;
  readonly #partnerIds: Readonly<Record<PartnerName, string>>;
  #last: Observation;

  private constructor(
    service: TestService,
    partners: Readonly<Record<PartnerName, TestPartner>>,
    first: Observation,
    outcomes: Map<string, number>,
  ) {
    this.outcomes = outcomes;
    this.#service = service;
    this.#partners = partners;
    this.#partnerIds = { A: partners.A.partnerId, B: partners.B.partnerId };
    this.#last = first;
  }

  static async create(service: TestService, outcomes: Map<string, number>): Promise<World> {
    service.clock.offsetMs = 0;
    const [A, B] = await Promise.all([service.partner('A'), service.partner('B')]);
    const { pool } = service.store.database;
    await pool.query(
      `INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, updated_at)
       SELECT partner_id, 'port_monitoring', slug, capacity, now()
       FROM unnest($1::uuid[]) AS partner_id, unnest($2::text[], $3::integer[]) AS own (slug, capacity)`,
      [[A.partnerId, B.partnerId], Object.keys(ownPlans), Object.values(ownPlans)],
    );
    await pool.query(
      `INSERT INTO unsubscribed_caps (partner_id, product_slug, capacity, updated_at)
       SELECT $1, slug, capacity, now() FROM unnest($2::text[], $3::integer[]) AS caps (slug, capacity)`,
      [B.partnerId, Object.keys(unsubscribedCaps), Object.values(unsubscribedCaps)],
    );
    return new World(service, { A, B }, await observe(pool, [A.partnerId, B.partnerId]), outcomes);
  }

  /** Sends the request, and compares answer, rows and invariants with the model. */
  async perform(call: Call, model: ProvisioningModel): Promise<void> {
    this.#service.clock.advanceSeconds(stepSeconds);
    model.now = this.#service.clock.now().getTime();
    const before = this.#last;
    const expectation = call.expect(model);
    const answer = await this.#send(call);
    this.#count(call, answer);
    checkAnswer(answer, expectation);
    if (expectation.created) expectation.created.id = idIn(answer);
    const after = await this.#observe();
    checkInvariants({ call, expectation, answer, partnerIds: this.#partnerIds, before, after });
    checkState(after, this.#partnerIds, model);
    if (expectation.untouched) expect(after.texts()).toEqual(before.texts());
    if (call.action === 'sync-services' && answer.status === 200) await this.#checkReplay(call, answer);
  }

  /** Invariant 37: a report that is repeated finds everything unchanged and enforces nothing. */
  async #checkReplay(call: Call, first: ApiAnswer): Promise<void> {
    if (namesServiceTwice(call.reported!)) return;
    const again = await this.#send(call);
    const { changed, unchanged, unknown_services } = first.body.data;
    expect(again.body.data, 'Invariant 37 is broken: a repeated report is all unchanged').toEqual({
      changed: 0,
      unchanged: changed + unchanged,
      unknown_services,
      enforcement: [],
    });
    expect((await this.#observe()).texts()).toEqual(this.#last.texts());
  }

  /** What a scan with an open port leaves behind. */
  async recordHistory(model: ProvisioningModel, endpoint: ModelResource): Promise<void> {
    const partner = this.#partners[endpoint.owner.partner.name];
    await insertAlert(this.#service, partner, endpoint.id);
    await this.#service.store.database.pool.query(
      `INSERT INTO scans (partner_id, id, endpoint_id, trigger, status, created_at)
       VALUES ($1, overlay(gen_random_uuid()::text placing $2 from 1 for 13)::uuid, $3, 'scheduled', 'completed', now())`,
      [partner.partnerId, lowestIdAt(new Date()).slice(0, 13), endpoint.id],
    );
    model.recordHistory(endpoint);
    checkState(await this.#observe(), this.#partnerIds, model);
  }

  moveClock(seconds: number): void {
    this.#service.clock.advanceSeconds(seconds);
  }

  /** Invariant 5: enforcing once more what was enforced changes nothing. */
  async checkEnforcedTwiceIsOnce(enforce: (tx: Operation, customerIds: string[]) => Promise<unknown>): Promise<void> {
    const enforceAll = async () => {
      for (const partnerId of Object.values(this.#partnerIds)) {
        const customers = this.#last.rows('customers').filter((row) => row.partner_id === partnerId);
        const caller = { partnerId, actor: { kind: 'system' }, requestId: null } as const;
        const ids = customers.map(({ id }) => id);
        await new Operation(this.#service.service.resources, caller).transaction((tx) => enforce(tx, ids));
      }
      return this.#observe();
    };
    const once = await enforceAll();
    const twice = await enforceAll();
    expect(twice.texts(), 'Invariant 5 is broken: reconciling twice is reconciling once').toEqual(once.texts());
  }

  #send({ partner, namespace, action, body }: Call): Promise<ApiAnswer> {
    return this.#partners[partner].api.post(`/api/v1/${namespace}/${action}`, body);
  }

  async #observe(): Promise<Observation> {
    this.#last = await observe(this.#service.store.database.pool, Object.values(this.#partnerIds));
    return this.#last;
  }

  #count({ action }: Call, { status, body }: ApiAnswer): void {
    const detail = body.error?.code ?? (body.data?.note ? 'note' : '');
    const outcome = `${action} ${status} ${detail}`.trim();
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

function checkAnswer(answer: ApiAnswer, expected: Expectation): void {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: expected.status });
  if (expected.code !== undefined) expectProblem(answer, expected.status, expected.code, { ...expected.details });
  else if (expected.fields) expectRefusal(answer, expected.status, expected.fields);
  else expect(expectSuccess(answer, expected.status)).toEqual(matcherOf(expected));
}

function matcherOf({ data, note }: Expectation): Record<string, unknown> {
  const fields = Object.entries(data ?? {}).map(([name, value]) => [
    name,
    value === anyText ? expect.any(String) : value,
  ]);
  return { ...Object.fromEntries(fields), ...(note ? { note: expect.stringMatching(/\w/) } : {}) };
}

function checkState(
  observation: Observation,
  partnerIds: Readonly<Record<PartnerName, string>>,
  model: ProvisioningModel,
): void {
  const [observed, expected] = [describeObserved(observation, partnerIds), describeModel(model)];
  if (!isDeepStrictEqual(observed, expected)) expect(observed).toEqual(expected);
}

function idIn({ body: { data } }: ApiAnswer): string {
  return data.endpoint_id ?? data.monitored_domain_id ?? data.subscription_id;
}
