import type { ApiAnswer } from '../../support/api-client.ts';
import type { Expectation, PartnerName, ProvisioningModel, ReportedService } from './model.ts';
import type { Observation } from './observation.ts';

/** One request to the API. */
export interface Call {
  readonly partner: PartnerName;
  readonly action: string;
  readonly namespace: 'billing' | 'provisioning';
  readonly body: Readonly<Record<string, unknown>>;
  /** Billing ids of the customers that it may change. */
  readonly clientIds: readonly number[];
  /** The endpoint or domain that it names. */
  readonly targetId?: string;
  /** The services that it reports. */
  readonly reported?: readonly ReportedService[];
  /** Answers for the model, and moves it. */
  expect(model: ProvisioningModel): Expectation;
}

/** What a call did, for the invariants to judge. */
export interface Step {
  readonly call: Call;
  readonly expectation: Expectation;
  readonly answer: ApiAnswer;
  readonly partnerIds: Readonly<Record<PartnerName, string>>;
  readonly before: Observation;
  readonly after: Observation;
}
