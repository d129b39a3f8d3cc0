import type { FastifyRequest } from 'fastify';
import { languageWishes } from '../../platform/http/language-cookie.ts';
import { originOfRequest } from '../../platform/http/origin.ts';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import { chooseLanguage } from '../../platform/messages/choose-language.ts';
import { english } from '../../platform/messages/languages.ts';
import { type Actor, Operation, type Resources } from '../operation/operation.ts';
import type { Credential, CredentialHolder } from './credential.ts';

/** Those who are nobody's yet share connections among themselves, the portals in turns. */
const visitors = 'visitors';

/**
 * Routes without a key never touch the operation, so it belongs to no partner. A sandbox uses its account's share of what is shared:
 * two worlds are not more.
 */
export function operationOf(resources: Resources, request: FastifyRequest): Operation {
  const credential = request.credentialHolder?.credential;
  const account = request.credentialHolder?.partnerId;
  return new Operation(resources, {
    partnerId: request.worldId ?? '00000000-0000-0000-0000-000000000000',
    sandbox: request.worldId !== null && request.worldId !== request.credentialHolder?.partnerId,
    actor: credential ? actorOf(credential) : { kind: 'system' },
    requestId: request.id,
    origin: originOfRequest(request),
    language: languageFor(request),
    turn:
      account && credential
        ? [account, `${credential.kind}:${credential.id}`]
        : [visitors, portalDomainOf(request.host)],
  });
}

export function isPerson(holder: CredentialHolder | null): boolean {
  return holder !== null && holder.credential.kind !== 'api_key';
}

/** Programs are answered in English, people in their own language. */
export function languageFor(request: FastifyRequest): string {
  const holder = request.credentialHolder;
  if (holder !== null && !isPerson(holder)) return english;
  return chooseLanguage(holder?.languages.own, ...languageWishes(request), holder?.languages.partner);
}

/** Who looks at a customer's portal is not the customer. */
export function actorOf(credential: Credential): Actor {
  if (credential.kind === 'customer' && credential.viewerId !== null)
    return { kind: 'administrator', id: credential.viewerId };
  return { kind: credential.kind, id: credential.id };
}
