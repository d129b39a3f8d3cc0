/**
 * The closed list of everything that can go wrong for a client: code, status, public sentence. Verbs throw a Problem;
 * only the HTTP core turns it into a status and an envelope (contract, Errors; decisions §1).
 */
const problems = {
  TENANT_NOT_FOUND: [401, 'The API key does not belong to any account.'],
  SIGN_IN_FAILED: [401, 'The e-mail address, the password or the code is wrong.'],
  SECOND_FACTOR_REQUIRED: [401, 'Enter the code of your authenticator application, or use a passkey.'],
  TENANT_MISMATCH: [403, 'The API key or session does not belong to this portal domain.'],
  ACCOUNT_SUSPENDED: [403, 'The partner account is suspended.'],
  SANDBOX_DISABLED: [403, 'Sandbox mode is not enabled for this account.'],
  SANDBOX_NOT_AVAILABLE: [403, 'The sandbox has none of what this changes. Nothing was done.'],
  SANDBOX_KEY: [403, 'The API key is one of the sandbox, which has none of this. Nothing was done.'],
  ACCESS_DENIED: [403, 'Access denied'],
  INSUFFICIENT_ROLE: [403, 'Your role in the account does not allow this.'],
  SECOND_FACTOR_NOT_SET_UP: [403, 'The account demands a second factor. Set one up first.'],
  PROOF_REQUIRED: [403, 'Enter your password or a code again: this lasts longer than your session.'],
  ORIGIN_MISMATCH: [403, 'With a session, a change must come from a page of this portal.'],
  VIEW_IS_READ_ONLY: [403, 'You are looking at the portal as a customer, which is read-only. End that first.'],
  IDEMPOTENCY_KEY_IN_USE: [409, 'The first request with this Idempotency-Key is still under way.'],
  SANDBOX_BUSY: [409, "The sandbox's clock is being moved, or the sandbox emptied: one of these at a time."],
  ENDPOINT_LIMIT_EXCEEDED: [403, "The customer's plan allows no further endpoint."],
  DOMAIN_LIMIT_EXCEEDED: [403, 'All domain slots of the customer are used.'],
  ENDPOINT_NOT_FOUND: [404, 'No endpoint with that ID is in the account.'],
  ALERT_STATE_CONFLICT: [409, 'The alert cannot be moved to that state from its present one.'],
  ALERT_NOT_CHECKABLE: [409, 'No scan tells whether the cause of such an alert is over.'],
  SCAN_NOT_FOUND: [404, 'No scan with that ID is in the account.'],
  RULE_NOT_FOUND: [404, 'No Allowed Ports rule with that ID is in the account.'],
  RULE_ALREADY_EXISTS: [409, 'There is another rule with the same scope, ports and protocol.'],
  ALERT_NOT_FOUND: [404, 'No alert with that ID is in the account.'],
  DOMAIN_NOT_FOUND: [404, 'No monitored domain with that ID is in the account.'],
  PRODUCT_NOT_FOUND: [404, 'There is no such product. Subscriptions are to port_monitoring or domain_monitoring.'],
  RECIPIENT_LIMIT_EXCEEDED: [403, 'The customer cannot add further addresses. Remove one first.'],
  RECIPIENT_NOT_FOUND: [404, "No address with that ID gets the customer's notifications."],
  CONFIRMATION_SENT_RECENTLY: [429, 'The address was asked to confirm recently. Try again later.'],
  MAIL_NOT_SET_UP: [409, 'E-mail is not set up on this installation, so the address cannot be asked to confirm.'],
  WEBHOOK_NOT_FOUND: [404, 'No webhook with that ID is in the account.'],
  DELIVERY_NOT_FOUND: [404, 'No delivery of the webhook has that ID.'],
  WEBHOOK_LIMIT_EXCEEDED: [409, 'The account has as many webhooks as it can have. Delete one first.'],
  WEBHOOK_DISABLED: [409, 'The webhook is disabled, so nothing is sent to it. Enable it first.'],
  CHANNEL_NOT_FOUND: [404, 'No channel with that ID is there.'],
  CHANNEL_LIMIT_EXCEEDED: [403, 'There is no room for another channel. Remove one first.'],
  CHANNEL_TESTED_RECENTLY: [429, 'The channel was tested a moment ago. Try again later.'],
  MAIL_SENDER_NOT_FOUND: [404, 'The account has no sender address of its own.'],
  BILLING_CLIENT_NOT_FOUND: [404, 'The customer is not known here, or has no records for this service.'],
  SUBSCRIPTION_NOT_FOUND: [404, 'There is no subscription for this product and service.'],
  CUSTOMER_NOT_FOUND: [404, 'No customer with that billing ID is in the account.'],
  INVITATION_NOT_FOUND: [404, 'No invitation with that ID is in the account.'],
  LINK_NOT_VALID: [410, 'This link has been used, was replaced or has expired. Ask for another one.'],
  ADMINISTRATOR_NOT_FOUND: [404, 'No administrator with that ID is in the account.'],
  SESSION_NOT_FOUND: [404, 'No session with that ID is yours.'],
  PASSKEY_NOT_FOUND: [404, 'No passkey with that ID is yours.'],
  PLAN_NOT_FOUND: [404, 'The account has no plan of its own with that name. The default ones stay.'],
  PLAN_IN_USE: [409, 'Customers are on the plan, in the account or in its sandbox.'],
  KEY_NOT_FOUND: [404, 'No API key with that ID is in the account.'],
  REQUEST_NOT_FOUND: [404, 'No such request of the API key is on record.'],
  PORTAL_DOMAIN_NOT_FOUND: [404, 'No portal domain with that ID is in the account.'],
  PORTAL_NOT_FOUND: [404, 'This host is no portal of any account.'],
  ADMINISTRATOR_ALREADY_EXISTS: [409, 'The account has an administrator with that e-mail address.'],
  INVITATION_ALREADY_EXISTS: [409, 'The address has been invited already. Send the invitation again, or take it back.'],
  INVITATION_LIMIT_EXCEEDED: [409, 'The account has as many invitations as it can have. Take one back first.'],
  MAIL_NOT_AVAILABLE: [409, 'E-mail is not set up on this installation, so no link can be sent.'],
  PORTAL_DOMAIN_TAKEN: [409, 'The portal domain belongs to an account already.'],
  PORTAL_DOMAIN_LIMIT_EXCEEDED: [409, 'The account has as many portal domains as it can have. Give one up first.'],
  PORTAL_DOMAIN_NOT_VERIFIED: [409, 'Control of the portal domain is not proved, so it answers to no key.'],
  KEY_LIMIT_EXCEEDED: [409, 'The account has as many valid API keys as it can have. Revoke one first.'],
  LAST_ADMINISTRATOR: [409, 'The last administrator of an account cannot be removed.'],
  LAST_OWNER: [409, 'The last owner of an account can neither be removed nor get another role.'],
  LAST_PORTAL_DOMAIN: [409, 'The last portal domain of an account that is verified cannot be removed.'],
  SECOND_FACTOR_STATE_CONFLICT: [409, 'The second factor is not in a state that allows this.'],
  LAST_SECOND_FACTOR: [409, 'The account demands a second factor, and this is the last one you have.'],
  PASSKEY_LIMIT_EXCEEDED: [409, 'You have as many passkeys as you can have. Remove one first.'],
  DOMAIN_ALREADY_EXISTS: [409, 'The customer already monitors that domain.'],
  DOWNGRADE_USAGE_EXCEEDED: [422, 'The customer uses more than the new plan or quantity allows.'],
  DNS_RESOLUTION_FAILED: [422, 'The hostname does not resolve to an IP address.'],
  DNS_LOOKUP_FAILED: [503, 'The name servers gave no answer that can be relied on. Try again later.'],
  SUBSCRIPTION_NOT_CHANGEABLE: [422, 'The subscription cannot be changed in its present state.'],
  ENDPOINT_NOT_ACTIVE: [409, 'The endpoint is not active, so it cannot be scanned.'],
  RATE_LIMITED: [429, 'The endpoint was scanned recently. Try again after the cooldown.'],
  SCAN_DISPATCH_FAILED: [500, 'The scan could not be queued. Try again.'],
  SCANNING_UNAVAILABLE: [503, 'The scanning service is temporarily unavailable.'],
  SERVICE_BUSY: [503, 'Too much of the account is under way at the moment. Try again later.'],
  INTERNAL_ERROR: [500, 'Something went wrong on our side. Quote the request ID when you report it.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ProblemCode = keyof typeof problems;
export const problemCodes = Object.keys(problems) as ProblemCode[];

export function problemStatus(code: ProblemCode): number {
  return problems[code][0];
}

export function problemMessage(code: ProblemCode): string {
  return problems[code][1];
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ProblemCode, details: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(problemMessage(code), options);
    this.code = code;
    this.details = details;
  }
}

/** Input that cannot be accepted: field name → sentences that say what would be. Nested fields use dots. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super('The given data was invalid.');
    this.errors = errors;
  }
}

/** A refusal in the status/message/errors shape that is not about a field: 401, 404, 405, 413, 415, 429. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** @param what is too many, such as `checks`; who asks later gets it */
export function tooMany(what: string, retryAfterSeconds: number): Refusal {
  const seconds = String(retryAfterSeconds);
  return new Refusal(429, `Too many ${what}. Try again in ${seconds} seconds.`, { 'Retry-After': seconds });
}
