import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import { writtenPortalDomain } from '../../platform/http/request-host.ts';
import { newId } from '../../platform/ids.ts';
import { createAdministrator, newPassword } from '../administrators/index.ts';
import { releaseFromEvaluation, verifyByOperator } from '../portal-domains/index.ts';
import { createKey } from './create-key.ts';

export interface NewPartner {
  readonly name: string;
  readonly portalDomain: string;
  readonly keyName?: string;
}

export interface CreatedPartner {
  readonly partnerId: string;
  readonly portalDomain: string;
  /** Shown this once: only its hash is kept. */
  readonly apiKey: string;
}

/**
 * Creates a partner with a portal domain, for which the operator vouches, and a key bound to it. The demo partner of evaluation
 * mode gives the domain up.
 * @throws OperatorError when the name is empty, the domain is none, or another partner has it
 */
export async function createPartner(resources: Resources, partner: NewPartner): Promise<CreatedPartner> {
  const name = partner.name.trim();
  if (name === '' || name.length > 255) throw new OperatorError('The name must have 1 to 255 characters.');
  return inNewPartner(resources, name, false, async (tx) => {
    await releaseFromEvaluation(tx, writtenPortalDomain(partner.portalDomain));
    const { domain, apiKey } = await addPortalDomain(tx, partner.portalDomain, partner.keyName ?? 'first key');
    return { partnerId: tx.partnerId, portalDomain: domain, apiKey };
  });
}

export interface EvaluationPartner {
  readonly keys: readonly { readonly domain: string; readonly apiKey: string }[];
  /** Who signs in to its console. Shown this once. */
  readonly administrator: { readonly email: string; readonly password: string };
}

const evaluationAdministrator = 'admin@demo.example';

/**
 * The partner of evaluation mode, with a key for each of its portal domains and an administrator. Null when there is any
 * partner already.
 */
export async function createEvaluationPartner(
  resources: Resources,
  domains: readonly string[],
): Promise<EvaluationPartner | null> {
  const existing = await resources.db.selectFrom('partners').select('id').limit(1).executeTakeFirst();
  if (existing) return null;
  return inNewPartner(resources, 'Demo', true, async (tx) => {
    const keys = [];
    for (const domain of domains) keys.push(await addPortalDomain(tx, domain, 'evaluation key'));
    const administrator = { email: evaluationAdministrator, password: newPassword() };
    await createAdministrator(tx, { ...administrator, name: null });
    return { keys, administrator };
  });
}

async function inNewPartner<T>(
  resources: Resources,
  name: string,
  evaluation: boolean,
  work: (tx: Operation) => Promise<T>,
): Promise<T> {
  const operation = new Operation(resources, {
    partnerId: newId(resources.clock),
    actor: { kind: 'operator' },
    requestId: null,
  });
  return operation.transaction(async (tx) => {
    const now = tx.clock.now();
    await tx.db.shared
      .insertInto('partners')
      .values({ id: tx.partnerId, name, status: 'active', evaluation, created_at: now, updated_at: now })
      .execute();
    await recordFact(tx, { type: 'partner.created', subjectId: tx.partnerId, details: { name } });
    return work(tx);
  });
}

/** Makes a portal domain and a key for it, within the caller's transaction. */
async function addPortalDomain(
  tx: Operation,
  text: string,
  keyName: string,
): Promise<{ readonly domain: string; readonly apiKey: string }> {
  try {
    const { domain } = await verifyByOperator(tx, text);
    const { apiKey } = await createKey(tx, { portalDomain: domain, name: keyName });
    return { domain, apiKey };
  } catch (error) {
    if (error instanceof Problem && error.code === 'PORTAL_DOMAIN_TAKEN')
      throw new OperatorError(`The portal domain ${text} belongs to another partner.`, { cause: error });
    throw error;
  }
}
