import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { QueueFull } from '../../common/fair-queue.ts';
import type { Clock } from '../../platform/clock.ts';
import { isBusy } from '../../platform/database/database.ts';
import { isTransactionConflict } from '../../platform/database/transaction-conflicts.ts';
import { docUrl } from './doc-url.ts';
import { type Group, problemBody } from './groups.ts';
import { InvalidInput, Problem, type ProblemCode, problemMessage, problemStatus, Refusal } from './problems.ts';
import { problemsOf, type RouteDeclaration } from './route.ts';

/** @param from the request that is answered: before it is known to a route, what of it the server made by itself */
export function refuse(
  reply: FastifyReply,
  refusal: Refusal,
  from: Pick<FastifyRequest, 'baseUrl'> = reply.request,
): FastifyReply {
  return sendRefusal(reply.headers(refusal.headers), refusal.status, refusal.message, {}, from);
}

function sendRefusal(
  reply: FastifyReply,
  status: number,
  message: string,
  errors: InvalidInput['errors'],
  from: Pick<FastifyRequest, 'baseUrl'> = reply.request,
): FastifyReply {
  return reply.code(status).send({ status: 'error', message, errors, doc_url: docUrl(from, status) });
}

/** Turns whatever a route threw into the answer of its group. What nobody foresaw is a 500 without internals. */
export function answerError(clock: Clock, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const declaration = request.routeOptions.config.declaration;
  if (error instanceof InvalidInput) return sendRefusal(reply, 422, error.message, error.errors);
  if (error instanceof Refusal) return refuse(reply, error);
  if (error instanceof Problem) return answerProblem(clock, declaration, error, request, reply);
  const refusal = refusalOf(error);
  if (refusal) return refuse(reply, refusal);
  if (error instanceof QueueFull || isBusy(error) || isTransactionConflict(error))
    return answerBusy(clock, declaration, error, request, reply);
  request.log.error({ err: error, requestId: request.id }, 'A request failed.');
  return answerInternalError(clock, declaration, request, reply);
}

/** What Fastify itself refuses before a handler runs. */
function refusalOf(error: Partial<FastifyError>): Refusal | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(413, 'The body is too large.');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal(415, 'Send the body as application/json.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal(error.statusCode === 400 ? 422 : error.statusCode, 'The request could not be read.');
  }
  return null;
}

/** What waits meanwhile is soon through, or has been refused. */
const busySeconds = 5;

/** Nothing was done, because too much was under way: it is worth another try. */
function answerBusy(
  clock: Clock,
  declaration: RouteDeclaration | undefined,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.log.warn(
    { reason: error.message || error.name, requestId: request.id },
    'A request had no turn, or no result, in time.',
  );
  reply.header('Retry-After', String(busySeconds));
  if (declaration) return sendProblem(clock, declaration.group, 'SERVICE_BUSY', {}, reply);
  return refuse(reply, new Refusal(503, problemMessage('SERVICE_BUSY')));
}

/** What is unavailable comes back by itself, as a rule with the start of a worker. */
const unavailableSeconds = 60;

function answerProblem(
  clock: Clock,
  declaration: RouteDeclaration | undefined,
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (problemStatus(problem.code) >= 500) request.log.error({ err: problem, requestId: request.id }, problem.message);
  if (!declaration || !problemsOf(declaration).includes(problem.code)) {
    request.log.error({ err: problem, requestId: request.id }, `${problem.code} is not declared for this route.`);
    return answerInternalError(clock, declaration, request, reply);
  }
  const unavailable = problemStatus(problem.code) === 503 ? unavailableSeconds : undefined;
  const retryAfter = problem.details.retry_after_seconds ?? unavailable;
  if (typeof retryAfter === 'number') reply.header('Retry-After', String(retryAfter));
  return sendProblem(clock, declaration.group, problem.code, problem.details, reply);
}

function answerInternalError(
  clock: Clock,
  declaration: RouteDeclaration | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const details = { request_id: request.id };
  if (declaration) return sendProblem(clock, declaration.group, 'INTERNAL_ERROR', details, reply);
  return refuse(reply, new Refusal(500, `Something went wrong on our side (request ${request.id}).`));
}

function sendProblem(
  clock: Clock,
  group: Group,
  code: ProblemCode,
  details: Readonly<Record<string, unknown>>,
  reply: FastifyReply,
): FastifyReply {
  return reply
    .code(problemStatus(code))
    .send(problemBody(group, code, details, docUrl(reply.request, code), clock.now()));
}
