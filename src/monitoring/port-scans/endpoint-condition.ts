import type { EndpointsTable } from '../../core/operation/tables/resources.ts';

/** Why nothing can be said of an endpoint's ports: one at a time, with all its alerts as they were. */
export type EndpointCondition = NonNullable<EndpointsTable['condition']>;

const explanations: Record<EndpointCondition, string> = {
  unreachable:
    'The server did not answer on any port. It may be switched off, disconnected, or behind a firewall that drops everything. Nothing can be said about its ports, so its alerts stay as they were until it answers again.',
  answers_everything:
    'The server accepts connections on ports picked at random, so open ports cannot be told from pretended ones. A tarpit, a honeypot or a DDoS protection in front of it does this. No alert is raised from such an answer, and existing alerts stay as they were.',
};

/** For the customer, in plain English. */
export function explainCondition(condition: EndpointCondition): string {
  return explanations[condition];
}
