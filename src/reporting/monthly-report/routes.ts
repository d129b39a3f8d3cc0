import { z } from 'zod';
import { findCustomer } from '../../accounts/customers/index.ts';
import { integer, oneOf, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import type { FieldErrorMap } from '../../core/api/input.ts';
import { customerInQuery, type RouteDeclaration, reply, replyDocument, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { brandingOfPortal } from '../../identity/branding/index.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import { chooseLanguage } from '../../platform/messages/choose-language.ts';
import { languages } from '../../platform/messages/languages.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { readExposure, readMonthlyReport } from './read-monthly-report.ts';
import type { ReportDocuments } from './report-documents.ts';
import { monthOf, monthsFrom, type ReportMonth, reportedMonths } from './report-month.ts';
import { exposureDays, monthlyReport, toMonthlyReport } from './schema.ts';

export interface ReportRouteTools {
  /** Of alerts. */
  readonly kinds: readonly AlertKind[];
  readonly documents: ReportDocuments;
}

/** Reports (decisions §10.7). */
export function reportRoutes(tools: ReportRouteTools): RouteDeclaration[] {
  return [monthly(tools), exposure()];
}

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month, such as 2026-10' })
  .meta({ description: `A month of UTC, at most ${reportedMonths} months back.` });

const group = groups.reports;
const customer = integer(1).optional().meta({ description: 'Left out: all customers together.' });

function monthly({ kinds, documents }: ReportRouteTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/reports/monthly'],
    operationId: 'getMonthlyReport',
    group,
    summary: 'What changed in a month, what was fixed and how fast, what is left, and what to do first.',
    description:
      'All kinds of alerts count. With `Accept: application/pdf` the answer is a PDF of two pages in the looks of the portal. It is for the customer, so for an API key it is in the language of the customer, or else of the portal. A month that still lasts is reported up to now, and says so.',
    query: z.object({
      billing_customer_id: customer,
      month,
      language: oneOf(languages).optional().meta({ description: 'In which it is told. Left out: see above.' }),
    }),
    customer: customerInQuery,
    check: ({ operation, query }) => (query.month ? monthErrors(query.month, operation.clock.now()) : {}),
    document: 'application/pdf',
    responses: { 200: successEnvelope(monthlyReport) },
    problems: [],
    async handle({ operation, query, wantsDocument, portalDomain }) {
      const { billing_customer_id: customerId, month: asked, language } = query;
      const isForCustomer = wantsDocument && operation.caller.actor.kind === 'api_key';
      const reader = language ?? (isForCustomer ? await languageOf(operation, customerId, portalDomain) : null);
      const told = reader === null ? operation : operation.readIn(reader);
      const report = await readMonthlyReport(told, kinds, customerId, asked);
      if (wantsDocument) return replyDocument(await documents.render(told, report, portalDomain));
      return reply(200, success(toMonthlyReport(messagesIn(told.language), report), operation.clock.now()));
    },
  });
}

/** In which mails are written to the customer, or to all of a portal's. */
async function languageOf(
  operation: Operation,
  billingCustomerId: number | undefined,
  portalDomain: string,
): Promise<string> {
  const customer = billingCustomerId === undefined ? undefined : await findCustomer(operation, billingCustomerId);
  const branding = await brandingOfPortal(operation.db.shared, portalDomain);
  return chooseLanguage(customer?.language, branding?.language);
}

function monthErrors(asked: ReportMonth, now: Date): FieldErrorMap {
  const current = monthOf(now);
  if (asked > current) return { month: ['The month field must not be in the future.'] };
  const first = monthsFrom(current, -reportedMonths);
  return asked < first ? { month: [`The month field must be ${first} or later.`] } : {};
}

function exposure(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/reports/exposure'],
    operationId: 'getExposure',
    group,
    summary: 'How many alerts were open on each of the last days, by severity.',
    query: z.object({
      billing_customer_id: customer,
      endpoint_id: uuid.optional().meta({ description: 'Alerts about this server alone.' }),
      days: integer(1, 90).default(90).meta({ description: 'Up to today.' }),
    }),
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ days: exposureDays })) },
    problems: [],
    async handle({ operation, query }) {
      const days = await readExposure(operation, query.billing_customer_id, query.days, query.endpoint_id);
      return reply(200, success({ days: days.map((day) => ({ ...day })) }, operation.clock.now()));
    },
  });
}
