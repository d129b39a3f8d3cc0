import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { aboutWords } from './audit-words.ts';
import type { AuditEntry } from './data.ts';

/** Where it leads to what an entry is about; the audit log about things of its sort, where there is no page of it. */
export function AboutLink({ entry, children }: { entry: AuditEntry; children?: ReactNode }) {
  const { subject, subject_id: id, action, billing_customer_id: customer } = entry;
  const words = children ?? aboutWords(entry);
  const className = 'text-accent underline [overflow-wrap:anywhere]';
  if (words === null) return null;
  if (id !== null && (subject?.type === 'endpoint' || subject?.type === 'domain'))
    return (
      <Link
        to="/console/alerts"
        search={subject.type === 'endpoint' ? { server: id } : { domain: id }}
        className={className}
      >
        {words}
      </Link>
    );
  if (id !== null && subject?.type === 'alert')
    return (
      <Link to="/console/alerts/$alertId" params={{ alertId: id }} className={className}>
        {words}
      </Link>
    );
  const search = { action: action.split('.')[0], ...(customer !== null && { customer }) };
  return (
    <Link to="/console/audit" search={search} className={className}>
      {words}
    </Link>
  );
}
