import { z } from 'zod';
import { integer, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import type { FieldErrorMap } from '../../core/api/input.ts';
import { customerInQuery, type RouteDeclaration, reply, replyDocument, route } from '../../core/api/route.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
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
      'All kinds of alerts count. With `Accept: application/pdf` the answer is a PDF of two pages in the looks of the portal. A month that still lasts is reported up to now, and says so.',
    query: z.object({ billing_customer_id: customer, month }),
    customer: customerInQuery,
    check: ({ operation, query }) => (query.month ? monthErrors(query.month, operation.clock.now()) : {}),
    document: 'application/pdf',
    responses: { 200: successEnvelope(monthlyReport) },
    problems: [],
    async handle({ operation, query, wantsDocument, portalDomain }) {
      const report = await readMonthlyReport(operation, kinds, query.billing_customer_id, query.month);
      if (wantsDocument) return replyDocument(await documents.render(operation, report, portalDomain));
      return reply(200, success(toMonthlyReport(messagesIn(operation.language), report), operation.clock.now()));
    },
  });
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
