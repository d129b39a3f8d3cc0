import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { AccessLinks } from '../../src/identity/administrators/access-links.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { createAdministrator, goodPassword, PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const roles = ['support', 'manager', 'owner'] as const;
type Role = (typeof roles)[number];

interface Person {
  readonly id: string;
  readonly browser: PortalBrowser;
}

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Every link that was mailed for it. */
  readonly tokens: Set<string>;
}

/** What somebody does; who and to whom is taken from those there are. */
type Step =
  | { readonly kind: 'invite'; readonly by: number; readonly role: Role }
  | { readonly kind: 'resend' | 'accept'; readonly by: number; readonly which: number }
  | { readonly kind: 'give'; readonly by: number; readonly which: number; readonly role: Role }
  | { readonly kind: 'remove'; readonly by: number; readonly which: number };

const who = fc.nat(7);
const role = fc.constantFrom(...roles);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('invite' as const), by: who, role }),
  fc.record({ kind: fc.constantFrom('resend' as const, 'accept' as const, 'accept' as const), by: who, which: who }),
  fc.record({ kind: fc.constant('give' as const), by: who, which: who, role }),
  fc.record({ kind: fc.constant('remove' as const), by: who, which: who }),
);

/** Whether somebody with a role may give another, as docs/api.md says it. */
const mayGive = (giver: Role | undefined, given: Role): boolean =>
  giver === 'owner' || (giver === 'manager' && given !== 'owner');

let service: TestService;
let links: AccessLinks;

beforeAll(async () => {
  const environment = { TRUST_PROXY: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@example.com' };
  service = await TestService.start({ role: 'api', environment });
  links = new AccessLinks(service.config.secretKey!);
});
afterAll(() => service?.stop());
beforeEach(() => service.clock.advanceSeconds(61));

/** An account with its people, as somebody sees it who does one thing after another in it. */
class Account {
  readonly people: Person[];
  readonly invitations: Invitation[] = [];
  readonly #partner: TestPartner;

  constructor(partner: TestPartner, owner: Person) {
    this.#partner = partner;
    this.people = [owner];
  }

  async do(step: Step): Promise<void> {
    const by = this.people[step.by % this.people.length]!;
    if (step.kind === 'invite') return this.#invite(by, step.role);
    if (step.kind === 'give' || step.kind === 'remove') {
      const path = `/api/v1/administrators/${this.people[step.which % this.people.length]!.id}`;
      if (step.kind === 'give') await by.browser.send('PUT', `${path}/role`, { role: step.role });
      else await by.browser.send('DELETE', path);
      const present = new Set((await this.rolesNow()).keys());
      this.people.splice(0, this.people.length, ...this.people.filter(({ id }) => present.has(id)));
      return;
    }
    const invitation = this.invitations[step.which % Math.max(1, this.invitations.length)];
    if (!invitation) return;
    if (step.kind === 'accept') return this.#acceptAnyLink(invitation);
    await by.browser.post(`/api/v1/invitations/${invitation.id}/resend`);
    await this.#noteLinks(invitation);
  }

  async #invite({ browser }: Person, invited: Role): Promise<void> {
    const email = `person${this.invitations.length}@example.com`;
    const answer = await browser.post('/api/v1/invitations', { email, role: invited });
    if (answer.status !== 201) return;
    const invitation = { id: answer.body.data.invitation.id, email, role: invited, tokens: new Set<string>() };
    this.invitations.push(invitation);
    await this.#noteLinks(invitation);
  }

  async #noteLinks({ id, tokens }: Invitation): Promise<void> {
    const { rows } = await service.store.database.pool.query<{ link: string }>(
      `SELECT notice ->> 'link' AS link FROM notification_deliveries WHERE partner_id = $1 AND recipient_id = $2`,
      [this.#partner.partnerId, id],
    );
    for (const { link } of rows) tokens.add(links.token(this.#partner.partnerId, link));
  }

  async #acceptAnyLink({ id, role: given, tokens }: Invitation): Promise<void> {
    const giver = await this.#giverOf(id);
    for (const token of tokens) {
      const browser = new PortalBrowser(service, this.#partner.portalDomain);
      const answer: ApiAnswer = await browser.post('/api/v1/session/invitation', { token, password: goodPassword });
      if (answer.status !== 200) continue;
      expect({ giver, given, allowed: mayGive(giver, given) }).toEqual({ giver, given, allowed: true });
      this.people.push({ id: answer.body.data.signed_in.id, browser });
    }
  }

  /** The role that whoever sent an invitation has now. */
  async #giverOf(invitationId: string): Promise<Role | undefined> {
    const { rows } = await service.store.database.pool.query<{ role: Role }>(
      `SELECT a.role FROM administrator_invitations i
       JOIN administrators a ON a.partner_id = i.partner_id AND a.id = i.invited_by WHERE i.partner_id = $1 AND i.id = $2`,
      [this.#partner.partnerId, invitationId],
    );
    return rows[0]?.role;
  }

  async rolesNow(): Promise<Map<string, Role>> {
    const { rows } = await service.store.database.pool.query<{ id: string; role: Role }>(
      'SELECT id, role FROM administrators WHERE partner_id = $1',
      [this.#partner.partnerId],
    );
    return new Map(rows.map((row) => [row.id, row.role]));
  }

  /** Open invitations whose giver could not give them now. */
  async unfounded(): Promise<unknown[]> {
    const { rows } = await service.store.database.pool.query<{ role: Role; giver: Role | null }>(
      `SELECT i.role, a.role AS giver FROM administrator_invitations i
       LEFT JOIN administrators a ON a.partner_id = i.partner_id AND a.id = i.invited_by
       WHERE i.partner_id = $1 AND i.expires_at > $2`,
      [this.#partner.partnerId, service.clock.now()],
    );
    return rows.filter(({ role: given, giver }) => !mayGive(giver ?? undefined, given));
  }
}

async function newAccount(): Promise<Account> {
  const partner = await service.partner();
  const id = await createAdministrator(partner, 'first@example.com');
  return new Account(partner, { id, browser: await signInAdministrator(service, partner, 'first@example.com') });
}

/** Somebody joins and is removed: of few random histories none may get so far. */
const joinsAndLeaves: Step[] = [
  { kind: 'invite', by: 0, role: 'manager' },
  { kind: 'accept', by: 0, which: 0 },
  { kind: 'remove', by: 0, which: 1 },
];

describe('whatever people of an account do to one another', () => {
  it('leaves no invitation, and no right, whose giver could not give it', async () => {
    let [joined, lost] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const account = await newAccount();
        for (const each of steps) {
          const before = account.people.length;
          await account.do(each);
          expect(await account.unfounded()).toEqual([]);
          if (account.people.length > before) joined += 1;
          if (account.people.length < before) lost += 1;
        }
      }),
      // Each step is a few requests and some of them a password: to look for a shorter history would take minutes.
      { numRuns: propertyRuns(12, 6), endOnFailure: true, examples: [[joinsAndLeaves]] },
    );
    expect(Math.min(joined, lost)).toBeGreaterThan(0);
  });
});
