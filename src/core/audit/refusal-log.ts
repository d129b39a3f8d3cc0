import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOfRequest } from '../../platform/http/origin.ts';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import { sessionSecret } from '../../platform/http/session-cookie.ts';
import { repeatUntil } from '../../platform/jobs/repeat-until.ts';
import { type ErrorAnswer, errorCodeOf } from '../api/error-answer.ts';
import { actorOf } from '../api/operation-of-request.ts';
import { type Actor, Operation, type Resources } from '../operation/operation.ts';
import { recordFacts } from './record-facts.ts';

const writeIntervalMs = 60_000;
/** Of one account in a minute; what is refused beyond that is counted. */
const entriesPerOwner = 20;
/** Accounts, and hosts of nobody's, of which a process holds refusals. */
const maxOwners = 2_000;

/** Refusals of 403 that say who may: the others say what may be done, and are answers like any. */
const accessCodes: ReadonlySet<string> = new Set([
  '403',
  'ACCESS_DENIED',
  'INSUFFICIENT_ROLE',
  'SECOND_FACTOR_NOT_SET_UP',
  'ORIGIN_MISMATCH',
  'TENANT_MISMATCH',
  'VIEW_IS_READ_ONLY',
]);

interface Refused {
  readonly actor: Actor;
  readonly details: Readonly<Record<string, unknown>>;
  requests: number;
}

/** What was refused of an account, or on a host while nobody was known: whose the host is, is looked up when it is written. */
interface Owner {
  readonly partnerId: string | null;
  readonly host: string;
  readonly refusals: Map<string, Refused>;
  /** Further requests. */
  others: number;
}

export interface RefusalLogOptions {
  readonly resources: Resources;
  /** Told when refusals could not be written. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Who was refused, for the audit log: a key or session that is none (any more), a role, another customer's or account's data, a page of
 * another origin. Alike refusals of a minute are one entry. Nothing is written before the answer; a process that dies takes its last
 * minute along. Somebody who sends no credential is nobody, and is not noted.
 */
export class RefusalLog {
  readonly #options: RefusalLogOptions;
  readonly #stop = new AbortController();
  #held = new Map<string, Owner>();
  #loop: Promise<void> | undefined;

  constructor(options: RefusalLogOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = repeatUntil(this.#stop.signal, writeIntervalMs, () => this.#write(), this.#options.onFailure);
  }

  /** Writes what is held; nothing may be noted any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await this.#write().catch(this.#options.onFailure);
  }

  /** Notes an answer, if it is a refusal. @param error what the answer says, when it is one */
  note(request: FastifyRequest, { statusCode: status }: Pick<FastifyReply, 'statusCode'>, error: ErrorAnswer): void {
    const { declaration } = request.routeOptions.config;
    if (declaration === undefined || (status !== 401 && status !== 403)) return;
    const code = errorCodeOf(error);
    // Sign-in has entries of its own for what fails there.
    const isNoted =
      status === 403 ? accessCodes.has(code ?? '') : declaration.group.access !== 'visitor' && hasCredential(request);
    const owner = isNoted ? this.#ownerOf(request) : undefined;
    if (!owner) return;
    const details = {
      status,
      ...(code !== null && { code }),
      operation: `${request.method} ${request.routeOptions.url}`,
      ...originOfRequest(request),
    };
    const holder = request.credentialHolder;
    const actor: Actor = holder ? actorOf(holder.credential) : { kind: 'system' };
    const key = JSON.stringify([actor, details]);
    const same = owner.refusals.get(key);
    if (same) same.requests += 1;
    else if (owner.refusals.size < entriesPerOwner) owner.refusals.set(key, { actor, details, requests: 1 });
    else owner.others += 1;
  }

  #ownerOf(request: FastifyRequest): Owner | undefined {
    const holder = request.credentialHolder;
    // Keys are the account's, those of the sandbox, too.
    const partnerId = (holder?.credential.kind === 'api_key' ? holder.partnerId : holder?.worldId) ?? null;
    const host = portalDomainOf(request.host);
    const name = partnerId ?? host;
    const known = this.#held.get(name);
    if (known || this.#held.size >= maxOwners) return known;
    const owner: Owner = { partnerId, host, refusals: new Map(), others: 0 };
    this.#held.set(name, owner);
    return owner;
  }

  async #write(): Promise<void> {
    const held = [...this.#held.values()];
    this.#held = new Map();
    const byHost = await this.#partnersOf(held.filter(({ partnerId }) => partnerId === null));
    for (const owner of held) {
      const partnerId = owner.partnerId ?? byHost.get(owner.host);
      // A host of nobody's has no audit log.
      if (partnerId !== undefined) await this.#writeOf(partnerId, owner);
    }
  }

  /** By host. */
  async #partnersOf(strangers: readonly Owner[]): Promise<ReadonlyMap<string, string>> {
    if (strangers.length === 0) return new Map();
    const hosts = strangers.map(({ host }) => host);
    const rows = await this.#options.resources.db
      .selectFrom('portal_domains')
      .select(['domain', 'partner_id'])
      .where('domain', 'in', hosts)
      .where('status', '=', 'verified')
      .execute();
    return new Map(rows.map(({ domain, partner_id }) => [domain, partner_id]));
  }

  async #writeOf(partnerId: string, { refusals, others }: Owner): Promise<void> {
    const entries: Refused[] = [...refusals.values()];
    if (others > 0) entries.push({ actor: { kind: 'system' }, details: { others: true }, requests: others });
    await Operation.bySystem(this.#options.resources, partnerId).transaction(async (tx) => {
      for (const alike of Map.groupBy(entries, ({ actor }) => JSON.stringify(actor)).values())
        await recordFacts(
          tx.actingFor(partnerId, alike[0]!.actor),
          alike.map(({ details, requests }) => ({
            type: 'access.refused',
            subjectId: null,
            details: { ...details, requests },
          })),
        );
    });
  }
}

/** A key that was sent, or the cookie of a session. */
function hasCredential(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined || sessionSecret(request) !== undefined;
}
