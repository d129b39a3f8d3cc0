import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { customersQuery, type ListedCustomer } from './data.ts';
import { Table } from './table.tsx';

const typingPauseMs = 250;

/** The customers that the billing system has told of, searched as one types. */
export function CustomersPage() {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const customers = useInfiniteQuery(customersQuery(search));
  const rows = customers.data?.pages.flatMap((page) => page.customers);
  return (
    <Page title="Customers" lead="Everybody whom your billing system has ordered something for.">
      <search className="max-w-md">
        <TextField
          label="Search"
          type="search"
          value={typed}
          placeholder="Customer number, name or e-mail address"
          hint="The whole number, or how the name or address begins."
          onChange={(event) => setTyped(event.target.value)}
        />
      </search>
      <LoadError of={customers} />
      {customers.isPending && <Placeholder className="h-64" />}
      {rows?.length === 0 && <Nobody search={search} />}
      {rows && rows.length > 0 && (
        <Card>
          <CustomerTable customers={rows} />
          {customers.hasNextPage && (
            <div className="mt-5">
              <Button busy={customers.isFetchingNextPage} onClick={() => customers.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </Card>
      )}
    </Page>
  );
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function Nobody({ search }: { search: string }) {
  if (search !== '')
    return (
      <EmptyState title="No customer is called so.">Search for the number, or for how the name begins.</EmptyState>
    );
  return (
    <EmptyState title="There is no customer yet.">
      The first order that your billing system sends makes the first customer.
    </EmptyState>
  );
}

function CustomerTable({ customers }: { customers: readonly ListedCustomer[] }) {
  return (
    <Table
      caption="Customers by number"
      rows={customers}
      keyOf={({ billing_customer_id }) => billing_customer_id}
      columns={[
        {
          heading: 'Customer',
          cell: ({ billing_customer_id, name, email }) => (
            <>
              <Link
                to="/console/customers/$customerId"
                params={{ customerId: String(billing_customer_id) }}
                className="inline-flex min-h-6 items-center font-medium text-accent underline"
              >
                {name ?? `Customer ${billing_customer_id}`}
              </Link>
              {email && <span className="block text-xs text-muted">{email}</span>}
            </>
          ),
        },
        { heading: 'Number', numeric: true, cell: ({ billing_customer_id }) => billing_customer_id },
        { heading: 'Servers', numeric: true, cell: ({ endpoints }) => endpoints.toLocaleString('en') },
        { heading: 'Domains', numeric: true, cell: ({ domains }) => domains.toLocaleString('en') },
        {
          heading: 'Open alerts',
          numeric: true,
          cell: ({ open_alerts }) =>
            open_alerts === 0 ? '0' : <Badge tone="warning">{open_alerts.toLocaleString('en')}</Badge>,
        },
        { heading: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  );
}
