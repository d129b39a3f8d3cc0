import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../core/api/problems.ts';
import { visitorLimit } from '../../core/api/visitor-limit.ts';
import type { Resources } from '../../core/operation/operation.ts';
import { readBounce } from '../../engines/mail-bounces/read-bounce.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { isSameSecret } from '../../platform/secrets.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import type { MailMetrics } from './metrics.ts';
import { recordBounce } from './record-bounce.ts';
import type { ReturnPaths } from './return-paths.ts';

interface BounceIntakeTools {
  readonly resources: Resources;
  readonly limiter: RateLimiter;
  readonly returnPaths: ReturnPaths;
  /** MAIL_BOUNCE_TOKEN */
  readonly token: string;
  readonly metrics: Pick<MailMetrics, 'mailBounces'>;
  readonly logger: Logger;
}

const bouncePath = '/mail/bounce';
/** More than a mail server sends back of ours. */
const maxMessageBytes = 1_024 * 1_024;
const hidden = { schema: { hide: true } as object };

/**
 * Where the operator's mail server posts what comes to MAIL_BOUNCE_ADDRESS, as it is (RFC 5322). 204 says that it has been dealt with,
 * whatever it was; any other answer that it should be posted again. It sends no mail, so that nothing can go round in circles.
 */
export function addBounceIntake(app: FastifyInstance, tools: BounceIntakeTools): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxMessageBytes }, (_request, body, done) =>
    done(null, body),
  );
  app.post(bouncePath, { ...hidden, onRequest: visitorLimit(tools.limiter) }, async (request, reply) => {
    if (!isSameSecret(bearerOf(request), tools.token))
      throw new Refusal(401, 'The token is not that of MAIL_BOUNCE_TOKEN.', { 'www-authenticate': 'Bearer' });
    const outcome = await takeIn(tools, request);
    tools.metrics.mailBounces.inc({ outcome });
    if (outcome === 'early')
      throw new Refusal(503, 'The mail is still being settled. Post it again.', { 'retry-after': '60' });
    return reply.code(204).send();
  });
}

async function takeIn({ resources, returnPaths, logger }: BounceIntakeTools, request: FastifyRequest) {
  const { recipients, bounce } = await readBounce(request.body instanceof Buffer ? request.body : Buffer.alloc(0));
  const named = [(request.query as { recipient?: unknown }).recipient].flat().filter((to) => typeof to === 'string');
  const [id] = [...named, ...recipients].flatMap((address) => returnPaths.deliveryOf(address) ?? []);
  // What has no signature of ours is about no mail of ours, or somebody makes it up.
  if (id === undefined) return 'foreign';
  if (bounce === null) return 'unreadable';
  const outcome = await recordBounce(resources, id, bounce);
  if (outcome === 'ours') {
    const { status, reason } = bounce;
    logger.warn({ mailId: id, status, reason }, 'A mail came back for what it was or whom it came from.');
  }
  return outcome;
}

function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
