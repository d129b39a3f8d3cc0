import type { FastifyInstance } from 'fastify';
import { type AdmissionOptions, admit } from '../../core/api/admission.ts';
import { docUrl } from '../../core/api/doc-url.ts';
import { refuse } from '../../core/api/failures.ts';
import { type Group, problemBody } from '../../core/api/groups.ts';
import { Problem, problemStatus, Refusal } from '../../core/api/problems.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LiveStreams } from './live-streams.ts';

/** A session opens a stream as it reads anything else, and the opening counts as one request. */
const group: Group = {
  name: 'Live updates',
  description: 'What of a customer has changed, for its open pages.',
  access: 'key',
  errors: 'code',
  limit: 'default',
  world: 'live',
  namesUnknownKeys: false,
};

/** For the page: it asks again by itself meanwhile. */
const fullSeconds = 60;

/**
 * `GET /portal/stream`: server-sent events that tell a customer's tab what to read anew. It is a part of the portal, not of the API.
 */
export async function addLiveUpdates(
  app: FastifyInstance,
  { admission, clock, streams }: { admission: AdmissionOptions; clock: Clock; streams: LiveStreams },
): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => {
    if (error instanceof Problem) {
      const body = problemBody(group, error.code, error.details, docUrl(request, error.code), clock.now());
      return reply.code(problemStatus(error.code)).send(body);
    }
    if (!(error instanceof Refusal)) throw error;
    return refuse(reply, error);
  });
  app.addHook('preClose', async () => streams.stop());
  app.get('/portal/stream', {
    schema: { hide: true } as object,
    exposeHeadRoute: false,
    config: { isStream: true },
    onRequest: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      await admit(admission, { method: 'GET', group }, request, reply);
    },
    handler: async (request, reply) => {
      const { partnerId, worldId, credential } = request.credentialHolder!;
      if (credential.kind !== 'customer') throw new Problem('ACCESS_DENIED');
      const reader = {
        partnerId,
        worldId,
        customerId: credential.id,
        billingCustomerId: credential.billingCustomerId,
        sessionId: credential.sessionId,
      };
      if (!streams.hasRoomFor(reader))
        throw new Refusal(503, 'There is no stream to be had now. Read again from time to time.', {
          'Retry-After': String(fullSeconds),
        });
      reply.hijack();
      streams.open(reader, reply.raw, reply.getHeaders());
      return reply;
    },
  });
}
