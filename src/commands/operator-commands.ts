import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Resources } from '../core/operation/operation.ts';
import { OperatorError } from '../core/operation/operator-error.ts';
import type { AdministratorRole } from '../core/operation/tables/identity.ts';
import { listAdministrators } from '../identity/administrators/administrator-record.ts';
import { createAdministrator } from '../identity/administrators/create-administrator.ts';
import { newPassword } from '../identity/administrators/new-password.ts';
import { resetAdministrator } from '../identity/administrators/reset-administrator.ts';
import { changePartnerStatus } from '../identity/partners/change-partner-status.ts';
import { createKey } from '../identity/partners/create-key.ts';
import { createPartner } from '../identity/partners/create-partner.ts';
import { limitNewAddresses } from '../identity/partners/limit-new-addresses.ts';
import { listKeys } from '../identity/partners/list-keys.ts';
import { listPartners } from '../identity/partners/list-partners.ts';
import { revokeKey } from '../identity/partners/revoke-key.ts';
import { setSandboxMode } from '../identity/partners/sandbox-mode.ts';
import { demandSecondFactor } from '../identity/partners/second-factor-demand.ts';
import { listPortalDomains } from '../identity/portal-domains/portal-domain-record.ts';
import { removePortalDomain } from '../identity/portal-domains/remove-portal-domain.ts';
import { vouchForPortalDomain } from '../identity/portal-domains/vouch-for-portal-domain.ts';
import { writtenPortalDomain } from '../platform/http/request-host.ts';
import { operationFor } from './operator-operation.ts';
import { type Output, table } from './output.ts';

/** What the operator's commands about partners do, given the installation. Each prints its result. */
export const operatorCommands = {
  async createPartner(
    resources: Resources,
    output: Output,
    options: { name: string; portalDomain: string },
  ): Promise<void> {
    const created = await createPartner(resources, options);
    output.result(
      { partner_id: created.partnerId, portal_domain: created.portalDomain, api_key: created.apiKey },
      `Partner ${created.partnerId} on ${created.portalDomain}.\nAPI key, shown this once: ${created.apiKey}`,
    );
  },

  async listPartners(resources: Resources, output: Output): Promise<void> {
    const partners = await listPartners(resources.db);
    const rows = partners.map((partner) => [
      partner.partner_id,
      partner.name,
      partner.status,
      partner.portal_domains.join(', '),
    ]);
    output.result({ partners }, table(['partner', 'name', 'status', 'portal domains'], rows));
  },

  async changePartnerStatus(
    resources: Resources,
    output: Output,
    partner: string,
    status: 'active' | 'suspended',
  ): Promise<void> {
    const operation = await operationFor(resources, partner);
    const changed = await changePartnerStatus(operation, status);
    const text = changed
      ? `Partner ${operation.partnerId} is ${status} now.`
      : `Partner ${operation.partnerId} was ${status} already.`;
    output.result({ partner_id: operation.partnerId, status, changed }, text);
  },

  async limitNewAddresses(resources: Resources, output: Output, partner: string, perDay: number | null): Promise<void> {
    const operation = await operationFor(resources, partner);
    const changed = await limitNewAddresses(operation, perDay);
    const limit = perDay === null ? "the installation's number of" : perDay;
    output.result(
      { partner_id: operation.partnerId, new_addresses_per_day: perDay, changed },
      `Partner ${operation.partnerId} ${changed ? 'may now' : 'might already'} add ${limit} new addresses a day.`,
    );
  },

  async requireSecondFactor(resources: Resources, output: Output, partner: string, required: boolean): Promise<void> {
    const operation = await operationFor(resources, partner);
    const changed = await demandSecondFactor(operation, required);
    const missing = (await listAdministrators(operation)).filter(({ has_second_factor: has }) => !has);
    const emails = missing.map(({ email }) => email);
    const rule = required ? 'must have a second factor' : 'need no second factor by your word';
    const left =
      required && emails.length > 0 ? `\nThey can only set one up until they have it: ${emails.join(', ')}.` : '';
    output.result(
      { partner_id: operation.partnerId, second_factor_required: required, changed, without_second_factor: emails },
      `Administrators of partner ${operation.partnerId} ${rule}${changed ? '' : ', as before'}.${left}`,
    );
  },

  async addPortalDomain(
    resources: Resources,
    output: Output,
    options: { partner: string; domain: string },
  ): Promise<void> {
    const operation = await operationFor(resources, options.partner);
    const { id, domain } = await vouchForPortalDomain(operation, options.domain);
    output.result(
      { portal_domain_id: id, partner_id: operation.partnerId, domain, status: 'verified' },
      `${domain} serves partner ${operation.partnerId}.`,
    );
  },

  async listPortalDomains(resources: Resources, output: Output, partner: string): Promise<void> {
    const domains = (await listPortalDomains(await operationFor(resources, partner))).map((domain) => ({
      portal_domain_id: domain.id,
      domain: domain.domain,
      status: domain.status,
      verified_by: domain.verified_by,
      verified_at: domain.verified_at?.toISOString() ?? null,
      missing_since: domain.missing_since?.toISOString() ?? null,
    }));
    const rows = domains.map((domain) => [
      domain.domain,
      domain.status,
      domain.verified_by ?? '',
      domain.verified_at ?? '',
      domain.missing_since ?? '',
    ]);
    output.result(
      { portal_domains: domains },
      table(['domain', 'status', 'verified by', 'verified', 'missing since'], rows),
    );
  },

  async removePortalDomain(
    resources: Resources,
    output: Output,
    options: { partner: string; domain: string },
  ): Promise<void> {
    const operation = await operationFor(resources, options.partner);
    const domain = writtenPortalDomain(options.domain);
    const found = (await listPortalDomains(operation)).find((each) => each.domain === domain);
    if (!found) throw new OperatorError(`The partner has no portal domain ${domain}.`);
    await removePortalDomain(operation, found.id);
    output.result(
      { portal_domain_id: found.id, partner_id: operation.partnerId, domain },
      `${domain} serves partner ${operation.partnerId} no more; its keys and sessions are gone.`,
    );
  },

  async createAdministrator(
    resources: Resources,
    output: Output,
    options: { partner: string; email: string; name?: string; role: AdministratorRole; passwordStdin?: boolean },
  ): Promise<void> {
    const operation = await operationFor(resources, options.partner);
    const { password, shown } = await givenOrNewPassword(options.passwordStdin);
    const { name = null, role } = options;
    const created = await createAdministrator(operation, { email: checkedEmail(options.email), name, role, password });
    output.result(
      { administrator_id: created.id, partner_id: operation.partnerId, email: created.email, role, ...shown },
      `Administrator ${created.email} of partner ${operation.partnerId}, with the role ${role}.${shownText(shown)}`,
    );
  },

  async listAdministrators(resources: Resources, output: Output, partner: string): Promise<void> {
    const administrators = await listAdministrators(await operationFor(resources, partner));
    const listed = administrators.map((administrator) => ({
      administrator_id: administrator.id,
      email: administrator.email,
      name: administrator.name,
      role: administrator.role,
      second_factor: administrator.has_second_factor,
      last_signed_in_at: administrator.last_signed_in_at?.toISOString() ?? null,
    }));
    const rows = listed.map((one) => [
      one.email,
      one.name ?? '',
      one.role,
      one.second_factor ? 'yes' : 'no',
      one.last_signed_in_at ?? 'never',
    ]);
    output.result(
      { administrators: listed },
      table(['e-mail', 'name', 'role', 'second factor', 'last signed in'], rows),
    );
  },

  async resetAdministrator(
    resources: Resources,
    output: Output,
    options: { partner: string; email: string; passwordStdin?: boolean },
  ): Promise<void> {
    const operation = await operationFor(resources, options.partner);
    const { password, shown } = await givenOrNewPassword(options.passwordStdin);
    const id = await resetAdministrator(operation, options.email, password);
    output.result(
      { administrator_id: id, email: options.email, ...shown },
      `${options.email} has another password and no second factor now.${shownText(shown)}`,
    );
  },

  async createKey(
    resources: Resources,
    output: Output,
    options: { partner: string; portalDomain?: string; name: string; replaces?: string; overlapSeconds: number },
  ): Promise<void> {
    const operation = await operationFor(resources, options.partner);
    const replaces =
      options.replaces === undefined ? undefined : { keyId: options.replaces, overlapSeconds: options.overlapSeconds };
    const key = await createKey(operation, { portalDomain: options.portalDomain, name: options.name, replaces });
    output.result(
      { key_id: key.keyId, partner_id: operation.partnerId, portal_domain: key.portalDomain, api_key: key.apiKey },
      `Key ${key.keyId} for ${key.portalDomain}.\nAPI key, shown this once: ${key.apiKey}`,
    );
  },

  async listKeys(resources: Resources, output: Output, partner: string): Promise<void> {
    const keys = await listKeys(await operationFor(resources, partner));
    const rows = keys.map((key) => [
      key.key_id,
      `${key.prefix}…`,
      key.name,
      key.portal_domain,
      key.status,
      key.expires_at?.toISOString() ?? '',
      key.last_used_at?.toISOString() ?? 'never',
    ]);
    output.result({ keys }, table(['key', 'prefix', 'name', 'portal domain', 'status', 'expires', 'last used'], rows));
  },

  async revokeKey(resources: Resources, output: Output, options: { partner: string; keyId: string }): Promise<void> {
    const operation = await operationFor(resources, options.partner);
    const changed = await revokeKey(operation, options.keyId);
    output.result(
      { key_id: options.keyId, changed },
      changed ? `Key ${options.keyId} is revoked.` : `Key ${options.keyId} was revoked already.`,
    );
  },

  async setSandboxMode(resources: Resources, output: Output, partner: string, enabled: boolean): Promise<void> {
    const operation = await operationFor(resources, partner);
    const changed = await setSandboxMode(operation, enabled);
    const state = enabled ? 'enabled' : 'disabled';
    output.result(
      { partner_id: operation.partnerId, sandbox_enabled: enabled, changed },
      `Sandbox mode of partner ${operation.partnerId} ${changed ? `is ${state} now` : `was ${state} already`}.`,
    );
  },
};

/** From standard input, so that it is in no shell history; or a new one, which is shown this once. */
async function givenOrNewPassword(fromStdin = false): Promise<{ password: string; shown: { password?: string } }> {
  if (fromStdin) return { password: (await text(process.stdin)).trim(), shown: {} };
  const password = newPassword();
  return { password, shown: { password } };
}

function shownText({ password }: { password?: string }): string {
  return password === undefined ? '' : `\nPassword, shown this once: ${password}`;
}

function checkedEmail(email: string): string {
  if (!z.email().safeParse(email).success) throw new OperatorError(`"${email}" is not an e-mail address.`);
  return email;
}
