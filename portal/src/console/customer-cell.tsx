import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';

/** Whose something is: the customer by name, or else by the billing system's number. */
export function CustomerCell({
  of: { billing_customer_id: id, customer_name: name },
}: {
  of: { billing_customer_id: number; customer_name: string | null };
}) {
  return (
    <Link
      to="/console/customers/$customerId"
      params={{ customerId: String(id) }}
      className="inline-flex min-h-6 items-center text-accent underline [overflow-wrap:anywhere]"
    >
      {name ?? t('console.common.customer-id', { id })}
    </Link>
  );
}
