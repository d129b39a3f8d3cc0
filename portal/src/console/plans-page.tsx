import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import {
  otherThan,
  type Plan,
  type PlanChange,
  type Price,
  plansQuery,
  pricesQuery,
  problemsOf,
  useChange,
} from './data.ts';
import { ForManagers } from './for-managers.tsx';
import { products } from './products.ts';
import { Table } from './table.tsx';

/** What customers can subscribe to, and what the billing system says that it costs. */
export function PlansPage() {
  const plans = useQuery(plansQuery);
  const [edited, setEdited] = useState<Plan | 'new' | null>(null);
  const [outcome, setOutcome] = useState<PlanChange | null>(null);
  return (
    <Page
      title="Plans and prices"
      lead="A plan says how many servers a customer can have watched, how often and how thoroughly."
      actions={
        <ForManagers>
          <Button kind="primary" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" size={16} />
            New plan
          </Button>
        </ForManagers>
      }
    >
      {outcome && <Outcome of={outcome} />}
      <LoadError of={plans} />
      {plans.isPending && <Placeholder className="h-64" />}
      {plans.data && (
        <Card
          title="Plans of port monitoring"
          lead="A server is scanned by the plan of its own service, else by the most that its customer’s plans offer. Ports that a plan leaves out are not looked at: what listens there raises no alert."
        >
          <Table
            caption="Plans of port monitoring, smallest first"
            rows={plans.data}
            keyOf={({ plan_slug }) => plan_slug}
            columns={[
              { heading: 'Plan', cell: ({ plan_slug }) => <span className="font-medium">{plan_slug}</span> },
              { heading: 'Servers', numeric: true, cell: ({ capacity }) => capacity.toLocaleString('en') },
              { heading: 'Scanned', cell: ({ scan_interval_seconds }) => intervalWords(scan_interval_seconds) },
              { heading: 'Ports', cell: (plan) => portWords(plan) },
              {
                heading: 'Subscriptions',
                numeric: true,
                cell: ({ subscriptions }) => subscriptions.toLocaleString('en'),
              },
              {
                heading: 'Actions',
                actions: true,
                cell: (plan) => (
                  <ForManagers>
                    <Button aria-label={`Change ${plan.plan_slug}`} onClick={() => setEdited(plan)}>
                      Change
                    </Button>
                  </ForManagers>
                ),
              },
            ]}
          />
        </Card>
      )}
      <Prices />
      {edited && (
        <PlanDialog
          plan={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onDone={(change) => {
            setOutcome(change);
            setEdited(null);
          }}
        />
      )}
    </Page>
  );
}

function Outcome({ of: { plan, changed, customers, newly_paused, unpaused } }: { of: PlanChange }) {
  if (!changed) return <Notice kind="info">The plan {plan.plan_slug} was so already.</Notice>;
  const effect = [
    ...(newly_paused.length > 0 ? [`${servers(newly_paused.length)} paused`] : []),
    ...(unpaused.length > 0 ? [`${servers(unpaused.length)} watched again`] : []),
  ];
  return (
    <Notice kind={newly_paused.length > 0 ? 'warning' : 'good'} title={`The plan ${plan.plan_slug} is changed`}>
      <p>
        {customers === 1 ? 'One customer is' : `${customers.toLocaleString('en')} customers are`} on it:{' '}
        {effect.length > 0 ? `${effect.join(', ')}.` : 'nothing of theirs had to change.'}
      </p>
      {newly_paused.length > 0 && <p className="mt-1">Paused: {newly_paused.join(', ')}</p>}
      {unpaused.length > 0 && <p className="mt-1">Watched again: {unpaused.join(', ')}</p>}
    </Notice>
  );
}

function servers(count: number): string {
  return count === 1 ? '1 server is' : `${count.toLocaleString('en')} servers are`;
}

const intervals = [
  ['', 'As the service does by default'],
  ['3600', 'Every hour'],
  ['21600', 'Every 6 hours'],
  ['43200', 'Every 12 hours'],
  ['86400', 'Every day'],
  ['604800', 'Every week'],
] as const;

function intervalWords(seconds: number | null): string {
  const known = intervals.find(([value]) => value === String(seconds ?? ''));
  if (seconds === null) return 'By default';
  return known ? known[1] : `Every ${(seconds / 3_600).toLocaleString('en', { maximumFractionDigits: 2 })} hours`;
}

const portChoices = [
  ['top-1000', 'The 1,000 most common'],
  ['full', 'All 65,535'],
  ['own', 'Only these'],
] as const;

function portWords({ ports, protocols, tcp_ports, udp_ports }: Plan): string {
  const words = portChoices.find(([value]) => value === ports)?.[1] ?? `${tcp_ports.toLocaleString('en')}: ${ports}`;
  return protocols === 'tcp' ? words : `${words}, and ${numberText(udp_ports)} UDP services`;
}

const fields = ['plan_slug', 'capacity', 'scan_interval_seconds', 'ports', 'max_packets_per_second'];

interface PlanTerms {
  readonly slug: string;
  readonly capacity: number;
  readonly scan_interval_seconds?: number;
  readonly ports: string;
  readonly protocols: Plan['protocols'];
  readonly max_packets_per_second?: number;
}

function PlanDialog({
  plan,
  onClose,
  onDone,
}: {
  plan: Plan | null;
  onClose: () => void;
  onDone: (change: PlanChange) => void;
}) {
  const form = useId();
  const hasOwnPorts = plan !== null && !['top-1000', 'full'].includes(plan.ports);
  const [portChoice, setPortChoice] = useState(hasOwnPorts ? 'own' : (plan?.ports ?? 'top-1000'));
  const [capacity, setCapacity] = useState(String(plan?.capacity ?? ''));
  const save = useChange({
    change: async ({ slug, ...body }: PlanTerms) => {
      const params = { path: { plan_slug: slug } };
      return (await answered(api.PUT('/api/v1/plans/port_monitoring/{plan_slug}', { params, body }))).data;
    },
    touches: [plansQuery],
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = new FormData(event.currentTarget);
    const interval = String(input.get('interval'));
    const pace = String(input.get('pace'));
    const change = {
      slug: plan?.plan_slug ?? String(input.get('slug')).trim(),
      capacity: Number(capacity),
      ...(interval && { scan_interval_seconds: Number(interval) }),
      ports: portChoice === 'own' ? String(input.get('ports')) : portChoice,
      protocols: input.has('udp') ? ('tcp+udp' as const) : ('tcp' as const),
      ...(pace && { max_packets_per_second: Number(pace) }),
    };
    save.mutate(change, { onSuccess: onDone });
  };
  const isSmaller = plan !== null && plan.subscriptions > 0 && Number(capacity) < plan.capacity;
  const interval = String(plan?.scan_interval_seconds ?? '');
  const choices = intervals.some(([value]) => value === interval)
    ? intervals
    : [...intervals, [interval, intervalWords(Number(interval))] as const];
  return (
    <Dialog
      open
      title={plan ? `Change the plan ${plan.plan_slug}` : 'New plan'}
      closeLabel="Cancel"
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} busy={save.isPending}>
          {plan ? 'Change it for everybody on it' : 'Make the plan'}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <ErrorNotice error={otherThan(save.error, fields)} />
        {plan === null && (
          <TextField
            label="Name in your billing system"
            name="slug"
            required
            maxLength={50}
            pattern="[!-~]+"
            placeholder="premium"
            hint="Without blanks, exactly as your billing system sends it."
            problems={problemsOf(save.error, 'plan_slug')}
          />
        )}
        <TextField
          label="Servers"
          type="number"
          min={1}
          max={1_000_000}
          required
          value={capacity}
          onChange={(event) => setCapacity(event.target.value)}
          problems={problemsOf(save.error, 'capacity')}
        />
        {isSmaller && (
          <Notice kind="warning">
            Customers with more servers than that have their newest ones paused at once. They are watched again when
            there is room.
          </Notice>
        )}
        <SelectField
          label="Scanned"
          name="interval"
          defaultValue={interval}
          problems={problemsOf(save.error, 'scan_interval_seconds')}
        >
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label="Ports" value={portChoice} onChange={(event) => setPortChoice(event.target.value)}>
          {portChoices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {portChoice === 'own' && (
          <TextField
            label="Ports to look at"
            name="ports"
            required
            defaultValue={hasOwnPorts ? plan.ports : ''}
            placeholder="22,80,443,8000-8010"
            hint="Numbers and ranges, with commas."
            problems={problemsOf(save.error, 'ports')}
          />
        )}
        <label className="flex min-h-6 items-start gap-3 text-sm">
          <input
            type="checkbox"
            name="udp"
            defaultChecked={plan?.protocols === 'tcp+udp'}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          Ask the UDP ports that matter, too
        </label>
        <TextField
          label="Packets a second, at most"
          name="pace"
          type="number"
          min={10}
          max={1_000_000}
          defaultValue={plan?.max_packets_per_second ?? ''}
          placeholder="As the service does by default"
          problems={problemsOf(save.error, 'max_packets_per_second')}
        />
      </form>
    </Dialog>
  );
}

function Prices() {
  const prices = useQuery(pricesQuery);
  return (
    <Card title="Prices" lead="As your billing system told them. Change them there.">
      <LoadError of={prices} />
      {prices.isPending && <Placeholder className="h-40" />}
      {prices.data?.length === 0 && (
        <EmptyState title="Your billing system has told no prices yet.">
          Its module sends them by itself, or you do with POST /api/v1/billing/pricing.
        </EmptyState>
      )}
      {prices.data && prices.data.length > 0 && (
        <Table
          caption="Prices"
          rows={prices.data}
          keyOf={(price) => [price.product_slug, price.plan_slug, price.currency, price.billing_cycle].join()}
          columns={[
            {
              heading: 'Product',
              cell: ({ product_slug, plan_slug }) => (
                <>
                  <span className="font-medium">{products[product_slug] ?? product_slug}</span>
                  {plan_slug && <span className="text-muted"> {plan_slug}</span>}
                </>
              ),
            },
            { heading: 'Billed', cell: ({ billing_cycle }) => billing_cycle },
            { heading: 'Price', numeric: true, cell: (price) => money(price, price.amount) },
            {
              heading: 'Setup fee',
              numeric: true,
              cell: (price) => (price.setup_fee === null ? 'none' : money(price, price.setup_fee)),
            },
          ]}
        />
      )}
    </Card>
  );
}

function money({ currency }: Price, amount: number): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}
