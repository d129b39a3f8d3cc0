import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { booleanField, email, integer, oneOf, text, timestamp, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInBody, customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { normaliseDomain } from '../../engines/domain-names/normalise-domain.ts';
import type { RecordTemplate } from '../../engines/domain-posture/domain-look.ts';
import { postureChecks } from '../../engines/domain-posture/remarks.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { describeMail } from './describe-mail.ts';
import { explainRemarks, recordLine } from './explain-check.ts';
import type { KeptCheck } from './kept-check.ts';
import { type DomainPosture, readPosture } from './read-posture.ts';
import { readTemplate, setTemplate } from './record-template.ts';
import type { RegistrationNews } from './registration-news.ts';

const base = '/api/v1/domain-monitoring/domains/:id';
const templatePath = '/api/v1/domain-monitoring/record-template';
const byId = z.object({ id: uuid });

const selector = text(63)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/, { error: 'must be a selector of DKIM, such as default' })
  .transform((value) => value.toLowerCase())
  .meta({ type: 'string', maxLength: 63, examples: ['default'] });
const selectors = z
  .array(selector)
  .max(20, { error: 'must have at most 20 entries' })
  .meta({
    description: 'Selectors under which keys of DKIM are published.',
    examples: [['default', 'mail2026']],
  });

/** Such as `_spf.hoster.example`, whose first label is no host's. */
const hostName = text(253)
  .transform((value) => value.toLowerCase())
  .refine((value) => 'domain' in normaliseDomain(value.replace(/^(?:_[a-z0-9-]+\.)+/, '')), {
    error: 'must be a domain name, such as _spf.example.com',
  })
  .meta({
    type: 'string',
    maxLength: 253,
    description: 'The name whose SPF record names all of your servers that send mail. Left out: none.',
    examples: ['_spf.hoster.example'],
  });

const postureCheck = z
  .strictObject({
    check: oneOf(postureChecks).meta({ description: 'What was looked at.' }),
    state: oneOf(['ok', 'weak', 'broken', 'absent', 'unknown']).meta({
      description:
        '`unknown`: nobody answered what decides, or it cannot be seen from outside. It raises and ends no alert.',
    }),
    severity: oneOf(severities).nullable().meta({ description: 'Null: it is in order, or not known.' }),
    found: z.array(z.string()).meta({ description: 'Records as they are.' }),
    should_be: z.string().nullable().meta({
      description:
        'The record to publish, as zone files have it; null: there is none, or it cannot be said from outside.',
    }),
    explanation: z.string(),
  })
  .meta({ id: 'PostureCheck' });

const changed = <Value extends z.ZodType>(value: Value, before: z.output<Value>, after: z.output<Value>) =>
  z
    .strictObject({
      before: value.meta({ description: 'What the registry said before.', examples: [before] }),
      after: value.meta({ description: 'What it says since.', examples: [after] }),
    })
    .nullable();

const registrationChange = z
  .strictObject({
    at: timestamp.meta({ description: 'When it was seen.' }),
    registrar: changed(z.string(), 'Names Inc.', 'Others Ltd.').meta({ description: 'Null: it is the same.' }),
    name_servers: changed(z.array(z.string()), ['ns1.hoster.example'], ['ns1.other.example']).meta({
      description: 'Null: they are the same.',
    }),
  })
  .meta({ id: 'RegistrationChange' });

const posture = z
  .strictObject({
    checked_at: timestamp.nullable().meta({ description: 'When a look was last answered; null: none was yet.' }),
    complete: z.boolean().meta({ description: 'Whether everything that was asked was answered.' }),
    checks: z.array(postureCheck).meta({ description: 'Each check as the last look that was answered left it.' }),
    dkim_selectors: z.array(z.string()).meta({ description: 'As they were told.' }),
    expects_mail: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether it takes and sends mail, as it was told; null: its MX says so.' }),
    registration_changes: z.array(registrationChange).meta({
      description:
        'Another registrar, or other name servers, than the registry named before: the latest ten, the last one first. No alert tells of them.',
    }),
  })
  .meta({ id: 'DomainPosture' });

const answer = successEnvelope(z.strictObject({ posture }));

const template = z
  .strictObject({
    spf_include: z
      .string()
      .nullable()
      .meta({ description: 'The name whose SPF record names all of your servers that send mail.' }),
    dkim_selectors: z.array(z.string()).meta({ description: 'By which your servers sign.' }),
    report_address: z
      .string()
      .nullable()
      .meta({ description: 'Where reports of receivers go; null: to postmaster of each domain.' }),
  })
  .meta({ id: 'RecordTemplate' });

/** What everybody can see of domains (decisions §11.4). */
export function domainPostureRoutes(): RouteDeclaration[] {
  return [read(), describe(), readTemplateRoute(), setTemplateRoute()];
}

function read(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/posture`],
    operationId: 'getDomainPosture',
    group: groups.domainMonitoring,
    summary: 'What everybody can see of a domain: mail, DNSSEC, name servers, certificate authorities, registration.',
    description:
      'Every active domain is looked at daily, without any key or proof. What is wrong in two looks is an alert of the kind `domain_posture`, one for each check, which ends when two looks found it in order.',
    params: byId,
    query: z.object({ billing_customer_id: integer(1) }),
    customer: customerInQuery,
    responses: { 200: answer },
    problems: ['DOMAIN_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'DOMAIN_NOT_FOUND',
    async handle({ operation, params, query }) {
      const found = await readPosture(operation, params.id, query.billing_customer_id);
      const data = { posture: toPosture(messagesIn(operation.language), found) };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function describe(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [base],
    operationId: 'describeDomain',
    group: groups.domainMonitoring,
    summary: 'Say of a domain what cannot be seen: its DKIM selectors, and whether it takes and sends mail.',
    description: 'Selectors that are named have to have a key. The domain is looked at again at once.',
    params: byId,
    example: { billing_customer_id: 42, dkim_selectors: ['default'], expects_mail: true },
    body: z.object({
      billing_customer_id: integer(1),
      dkim_selectors: selectors,
      expects_mail: booleanField.optional().meta({
        type: 'boolean',
        description: 'Whether it takes and sends mail. Left out: its MX says so.',
      }),
    }),
    customer: customerInBody,
    responses: { 200: answer },
    problems: ['DOMAIN_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'DOMAIN_NOT_FOUND',
    async handle({ operation, params, body }) {
      const domain = { id: params.id, billingCustomerId: body.billing_customer_id };
      const told = { dkimSelectors: [...new Set(body.dkim_selectors)], expectsMail: body.expects_mail ?? null };
      const found = await describeMail(operation, domain, told);
      const data = { posture: toPosture(messagesIn(operation.language), found) };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function readTemplateRoute(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [templatePath],
    operationId: 'getRecordTemplate',
    group: groups.domainMonitoring,
    summary: 'How you have the records of your customers’ domains written.',
    responses: { 200: successEnvelope(z.strictObject({ template })) },
    problems: [],
    async handle({ operation }) {
      const data = { template: toTemplate(await readTemplate(operation)) };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function setTemplateRoute(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [templatePath],
    operationId: 'setRecordTemplate',
    group: groups.domainMonitoring,
    summary: 'Set how you have the records of your customers’ domains written.',
    description: 'What is said to be published goes by it from the next look at each domain on.',
    example: {
      spf_include: '_spf.hoster.example',
      dkim_selectors: ['default'],
      report_address: 'dmarc@hoster.example',
    },
    body: z.object({
      spf_include: hostName.optional(),
      dkim_selectors: selectors,
      report_address: email.optional().meta({
        type: 'string',
        format: 'email',
        maxLength: 255,
        description: 'Where reports of receivers go. Left out: to postmaster of each domain.',
      }),
    }),
    responses: { 200: successEnvelope(z.strictObject({ template })) },
    problems: [],
    async handle({ operation, body }) {
      const set: RecordTemplate = {
        spfInclude: body.spf_include ?? null,
        dkimSelectors: [...new Set(body.dkim_selectors)],
        reportAddress: body.report_address ?? null,
      };
      await setTemplate(operation, set);
      return reply(200, success({ template: toTemplate(set) }, operation.clock.now()));
    },
  });
}

function toTemplate({ spfInclude, dkimSelectors, reportAddress }: RecordTemplate): z.output<typeof template> {
  return { spf_include: spfInclude, dkim_selectors: [...dkimSelectors], report_address: reportAddress };
}

function toPosture(
  t: Messages,
  { lookedAt, checks, dkimSelectors, expectsMail, registrationNews }: DomainPosture,
): z.output<typeof posture> {
  return {
    checked_at: lookedAt?.toISOString() ?? null,
    complete: lookedAt !== null && checks.every(({ complete }) => complete),
    checks: checks.map((check) => toCheck(t, check)),
    dkim_selectors: [...dkimSelectors],
    expects_mail: expectsMail,
    registration_changes: registrationNews.map(toChange),
  };
}

function toChange({ at, registrar, nameServers }: RegistrationNews): z.output<typeof registrationChange> {
  const servers = nameServers && { before: [...nameServers.before], after: [...nameServers.after] };
  return { at: at.toISOString(), registrar, name_servers: servers };
}

function toCheck(
  t: Messages,
  { check, state, severity, remarks, found, should_be: shouldBe }: KeptCheck,
): z.output<typeof postureCheck> {
  return {
    check,
    state,
    severity,
    found: [...found],
    should_be: shouldBe && recordLine(shouldBe),
    explanation: explainRemarks(t, remarks),
  };
}
