import { getCustomer } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { readMonthlyReport } from './read-monthly-report.ts';
import type { ReportDocuments } from './report-documents.ts';
import { summaryOf, titleOf } from './report-words.ts';

/** What the mail of a month about a customer says, with the PDF. */
export function mailedReports(kinds: readonly AlertKind[], documents: ReportDocuments) {
  return async (operation: Operation, customerId: string, month: string, portalDomain: string) => {
    const customer = await getCustomer(operation, customerId);
    if (!customer) return null;
    const report = await readMonthlyReport(operation, kinds, customer.billing_customer_id, month);
    const { bytes, fileName } = await documents.render(operation, report, portalDomain);
    const t = messagesIn(operation.language);
    return {
      title: titleOf(t, report),
      summary: summaryOf(t, report),
      document: { filename: fileName, contentType: 'application/pdf', content: bytes },
    };
  };
}
