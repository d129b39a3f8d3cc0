import { z } from 'zod';
import { instant, integer, multilineText, uuid } from '../../core/api/fields.ts';
import { success, successEnvelope } from '../../core/api/groups.ts';
import { errorsOf } from '../../core/api/input.ts';
import type { ProblemCode } from '../../core/api/problems.ts';
import { customerInBody, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertKind } from './alert-kind.ts';
import type { AlertRecord } from './alert-record.ts';
import type { AlertAction } from './lifecycle.ts';
import { requireWithinAYear } from './limited-time.ts';
import { moveAlert } from './move-alert.ts';

/** How one path speaks of an action. */
export interface ActionWords {
  readonly action: AlertAction;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** What the answer says, when the alert changed and when it was in that state already. */
  readonly messages: readonly [changed: string, repeated: string];
}

/** What a group of paths to alerts has in common. */
export interface AlertView<Answer extends z.ZodType> {
  /** As in `/api/v1/alerts`. */
  readonly base: string;
  readonly group: RouteDeclaration['group'];
  readonly kinds: readonly AlertKind[];
  /** Whether a request has to name the customer. */
  readonly namesCustomer: 'always' | 'if it likes';
  readonly answer: Answer;
  toAnswer(operation: Operation, alert: AlertRecord): Promise<z.output<Answer>>;
}

const lastWords: Record<AlertAction, string> = {
  acknowledge: 'acknowledge',
  mark_false_positive: 'false-positive',
  resolve: 'resolve',
  reopen: 'reopen',
};

const request = { reason: multilineText(255).optional() };
const untilField = instant.optional().meta({
  description: 'The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.',
});
const bodies = {
  acknowledge: { ...request, until: untilField },
  mark_false_positive: { ...request, until: untilField },
  resolve: request,
  reopen: request,
} satisfies Record<AlertAction, z.ZodRawShape>;

const ownershipProblems: ProblemCode[] = ['ALERT_NOT_FOUND', 'ACCESS_DENIED'];

/** The routes by which people act on alerts, as one view of them puts it. */
export function alertActions<Answer extends z.ZodType>(
  view: AlertView<Answer>,
  actions: readonly ActionWords[],
): RouteDeclaration[] {
  const { base, group, kinds, namesCustomer, answer, toAnswer } = view;
  const customer = namesCustomer === 'always' ? integer(1) : integer(1).optional();
  return actions.map(({ action, operationId, summary, description, messages }) =>
    route({
      method: 'POST',
      paths: [`${base}/:id/${lastWords[action]}`],
      operationId,
      group,
      summary,
      ...(description ? { description } : {}),
      params: z.object({ id: uuid }),
      body: z.object({ billing_customer_id: customer, ...bodies[action] }),
      customer: customerInBody,
      check: ({ operation, body }) =>
        errorsOf(() => 'until' in body && requireWithinAYear('until', body.until, operation.clock.now())),
      responses: { 200: successEnvelope(z.strictObject({ alert: answer, message: z.string() })) },
      problems: action === 'resolve' ? ownershipProblems : [...ownershipProblems, 'ALERT_STATE_CONFLICT'],
      absent: 'ALERT_NOT_FOUND',
      async handle({ operation, params, body }) {
        const { billing_customer_id: billingCustomerId, reason } = body;
        const until = 'until' in body ? body.until : undefined;
        const moved = await moveAlert(operation, kinds, params.id, action, { billingCustomerId, reason, until });
        const message = messages[moved.changed ? 0 : 1];
        const data = {
          alert: await toAnswer(operation, moved.alert),
          message: moved.note === null ? message : `${message} ${moved.note}`,
        };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  );
}
