import { z } from 'zod';
import { docUrlField } from './doc-url.ts';
import { timestamp } from './fields.ts';
import { type ProblemCode, problemCodes, problemMessage, problemStatus } from './problems.ts';

/**
 * The contract's operation groups: what sets them apart is the shape of their answers, their rate limit and who may call.
 * - errors `code`: `{success: false, error: {code: 'STRING_CODE', …}, meta}`; `http_code`: the same, but what is missing or
 *   foreign has code '404' or '403'; `number`: `error.code` is the HTTP status as a number.
 * - limit `strict`, `sign_in` and `default` are counters per key; `address` counts per client network.
 */
export interface Group {
  readonly name: string;
  readonly description: string;
  /**
   * - `key`: an API key, or the session of an administrator of the partner; a customer's session where the operation has a place
   *   for the customer. - `administrator`: an administrator's session only. - `visitor`: anyone, signed in or not. - `public`:
   *   anyone; who it is is not looked at.
   */
  readonly access: 'key' | 'administrator' | 'visitor' | 'public';
  readonly errors: 'code' | 'http_code' | 'number';
  readonly limit: 'strict' | 'sign_in' | 'default' | 'address' | 'none';
  /**
   * What the sandbox header does. - `either`: it chooses between the worlds of the account. - `live`: there is only one, and under the
   * header nothing of it changes. - `sandbox`: nothing, it is always about the sandbox.
   */
  readonly world: 'either' | 'live' | 'sandbox';
  /** Whether a key of no account is answered with the string code TENANT_NOT_FOUND rather than the auth-failure shape. */
  readonly namesUnknownKeys: boolean;
  /** Whether it is about the administrator who calls, whatever the role. */
  readonly isOwnAccount?: true;
}

export const groups = {
  provisioning: {
    name: 'Provisioning',
    description: 'What the billing system does with servers, domains and subscriptions.',
    access: 'key',
    errors: 'code',
    limit: 'strict',
    world: 'either',
    namesUnknownKeys: true,
  },
  signIn: {
    name: 'Sign-in',
    description: 'Signing customers in to their dashboard.',
    access: 'key',
    errors: 'code',
    limit: 'sign_in',
    world: 'either',
    namesUnknownKeys: true,
  },
  endpoints: {
    name: 'Endpoints',
    description: 'Monitored servers and what their last scans saw.',
    access: 'key',
    errors: 'http_code',
    limit: 'default',
    world: 'either',
    namesUnknownKeys: false,
  },
  allowedPorts: {
    name: 'Allowed Ports',
    description: 'Ports that are meant to be open and raise no alert.',
    access: 'key',
    errors: 'http_code',
    limit: 'default',
    world: 'either',
    namesUnknownKeys: false,
  },
  alerts: {
    name: 'Alerts',
    description: 'Exposed ports that no Allowed Ports rule covers.',
    access: 'key',
    errors: 'number',
    limit: 'strict',
    world: 'either',
    namesUnknownKeys: false,
  },
  monitoringAlerts: {
    name: 'Alerts of every kind',
    description: 'Exposed ports, leaks and every further kind of alert in one list.',
    access: 'key',
    errors: 'code',
    limit: 'strict',
    world: 'either',
    namesUnknownKeys: false,
  },
  domainMonitoring: {
    name: 'Domain monitoring',
    description: "Leaked credentials and dark-web mentions of customers' domains, and the alerts about them.",
    access: 'key',
    errors: 'code',
    limit: 'strict',
    world: 'either',
    namesUnknownKeys: false,
  },
  notifications: {
    name: 'Notifications',
    description: 'What customers hear of by e-mail, and which addresses get it.',
    access: 'key',
    errors: 'code',
    limit: 'default',
    world: 'either',
    namesUnknownKeys: false,
  },
  webhooks: {
    name: 'Webhooks',
    description: "Where the partner's systems are told of events, signed as Standard Webhooks has it.",
    access: 'key',
    errors: 'code',
    limit: 'default',
    world: 'either',
    namesUnknownKeys: false,
  },
  channels: {
    name: 'Channels',
    description: 'Chats and pagers that are told of alerts.',
    access: 'key',
    errors: 'code',
    limit: 'default',
    world: 'live',
    namesUnknownKeys: false,
  },
  firewall: {
    name: 'Firewall',
    description: "What a server's own firewall lets in, read from its rules.",
    access: 'key',
    errors: 'code',
    limit: 'strict',
    world: 'either',
    namesUnknownKeys: false,
  },
  sandbox: {
    name: 'Sandbox',
    description: 'A separate world of the account for trying things out: same rules, and no packet leaves.',
    access: 'key',
    errors: 'code',
    limit: 'none',
    world: 'sandbox',
    namesUnknownKeys: false,
  },
  pricing: {
    name: 'Pricing',
    description: 'Retail prices that the billing system tells and the portal shows.',
    access: 'key',
    errors: 'code',
    limit: 'strict',
    world: 'live',
    namesUnknownKeys: true,
  },
  account: {
    name: 'Account',
    description: 'The account behind the API key.',
    access: 'key',
    errors: 'code',
    limit: 'default',
    world: 'either',
    namesUnknownKeys: false,
  },
  customers: {
    name: 'Customers',
    description: 'What the service has on record, for a billing system that compares its own list with ours.',
    access: 'key',
    errors: 'code',
    limit: 'default',
    world: 'either',
    namesUnknownKeys: false,
  },
  events: {
    name: 'Events',
    description: 'What happened, in the order in which it became known, for systems that follow along.',
    access: 'key',
    errors: 'code',
    limit: 'default',
    world: 'either',
    namesUnknownKeys: false,
  },
  reports: {
    name: 'Reports',
    description: 'What became of alerts over time, for people who decide.',
    access: 'key',
    errors: 'code',
    limit: 'default',
    world: 'either',
    namesUnknownKeys: false,
  },
  session: {
    name: 'Session',
    description:
      'Who is signed in to the portal in this browser. Administrators sign in here; customers come by a one-time link.',
    access: 'visitor',
    errors: 'code',
    limit: 'address',
    world: 'live',
    namesUnknownKeys: false,
  },
  administrator: {
    name: 'Administrator',
    description: "A signed-in administrator's own password, second factors, passkeys and sessions.",
    access: 'administrator',
    errors: 'code',
    limit: 'default',
    world: 'live',
    namesUnknownKeys: false,
    isOwnAccount: true,
  },
  console: {
    name: 'Console',
    description: 'What a partner sets up for itself: plans, the sandbox; and what was done in its name.',
    access: 'key',
    errors: 'code',
    limit: 'default',
    world: 'live',
    namesUnknownKeys: false,
  },
  identity: {
    name: 'Identity',
    description:
      'Who may act for the account and under which names: people, API keys, portal domains, looks. For signed-in administrators only: a key makes nothing that outlives it.',
    access: 'administrator',
    errors: 'code',
    limit: 'default',
    world: 'live',
    namesUnknownKeys: false,
  },
  health: {
    name: 'Health',
    description: 'Whether the service answers.',
    access: 'public',
    errors: 'code',
    limit: 'address',
    world: 'live',
    namesUnknownKeys: false,
  },
} as const satisfies Record<string, Group>;

/** The two namespaces of a provisioning operation, which behave identically. */
export function provisioningPaths(action: string): string[] {
  return [`/api/v1/billing/${action}`, `/api/v1/provisioning/${action}`];
}

/** `{success: true, data, meta}` */
export function successEnvelope<T extends z.ZodType>(data: T) {
  return z.strictObject({ success: z.literal(true), data, meta: envelopeMeta });
}

/** What a handler answers within the success envelope. */
export function success<T>(data: T, now: Date) {
  return { success: true as const, data, meta: metaAt(now) };
}

/** `meta` of enveloped answers. */
export function metaAt(now: Date) {
  return { version: 'v1' as const, timestamp: now.toISOString() };
}

/** 204: there is nothing to say. */
export const emptyAnswer = z.null().meta({ description: 'Empty.' });

export const envelopeMeta = z.strictObject({ version: z.literal('v1'), timestamp }).meta({ id: 'Meta' });

/** The shape of 401, 404 of unknown paths, 405, 413, 415, 422 and throttling. */
export const refusalSchema = z
  .strictObject({
    status: z.literal('error'),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())),
    doc_url: docUrlField,
  })
  .meta({ id: 'Refusal', description: 'Authentication, validation and throttling failures.' });

const details = z.record(z.string(), z.unknown());

/** The error a problem becomes in a group. */
function problemCodeIn(group: Group, code: ProblemCode): string | number {
  if (group.errors === 'number') return problemStatus(code);
  if (group.errors === 'http_code' && /_NOT_FOUND$|^ACCESS_DENIED$/.test(code) && problemStatus(code) !== 401) {
    return String(problemStatus(code));
  }
  return code;
}

export interface ErrorBody {
  success: false;
  error: { code: string | number; message: string; details: Readonly<Record<string, unknown>>; doc_url: string };
  meta: { version: 'v1'; timestamp: string };
}

export function problemBody(
  group: Group,
  code: ProblemCode,
  problemDetails: Readonly<Record<string, unknown>>,
  docUrl: string,
  now: Date,
): ErrorBody {
  return {
    success: false,
    error: {
      code: problemCodeIn(group, code),
      message: problemMessage(code),
      details: problemDetails,
      doc_url: docUrl,
    },
    meta: metaAt(now),
  };
}

const problemSchemas = new Map<string | number, z.ZodType>();

/** The schemas of a group's error envelope, one for each code that these problems have there, which the API document names. */
export function problemSchemasOf(group: Group, codes: readonly ProblemCode[]): z.ZodType[] {
  const shown = new Set(codes.map((code) => problemCodeIn(group, code)));
  return [...shown].map((code) => {
    const known = problemSchemas.get(code);
    if (known !== undefined) return known;
    const schema = z
      .strictObject({
        success: z.literal(false),
        error: z.strictObject({ code: z.literal(code), message: z.string(), details, doc_url: docUrlField }),
        meta: envelopeMeta,
      })
      .meta({ id: problemName(code) });
    problemSchemas.set(code, schema);
    return schema;
  });
}

/** `EndpointNotFoundProblem`; of codes that are a status `Problem404`, and `Problem404Text` where it is a text. */
function problemName(code: string | number): string {
  if (typeof code === 'number') return `Problem${code}`;
  if (/^\d/.test(code)) return `Problem${code}Text`;
  return `${code.replaceAll(/([A-Z])([A-Z]*)_?/g, (_, first: string, others: string) => first + others.toLowerCase())}Problem`;
}

/** Codes by status, in the order of the closed list. */
export function codesByStatus(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemCodes.filter((known) => codes.includes(known))) {
    byStatus.set(problemStatus(code), [...(byStatus.get(problemStatus(code)) ?? []), code]);
  }
  return byStatus;
}
