import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { intl, t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { moneyText, numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { entriesOf } from '../ui/text-list.ts';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { type Plan, type PlanChange, plansQuery, pricesQuery } from './data.ts';
import { ForManagers } from './for-managers.tsx';
import { productName } from './product-name.ts';

/** What customers can subscribe to, and what the billing system says that it costs. */
export function PlansPage() {
  const plans = useQuery(plansQuery);
  const [edited, setEdited] = useState<Plan | 'new' | null>(null);
  const [outcome, setOutcome] = useState<PlanChange | null>(null);
  return (
    <Page
      title={t('console.plans.title')}
      lead={t('console.plans.lead')}
      actions={
        <ForManagers>
          <Button kind="primary" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" size={16} />
            {t('console.plans.new-plan')}
          </Button>
        </ForManagers>
      }
    >
      {outcome && <Outcome of={outcome} />}
      <LoadError of={plans} />
      {plans.isPending && <Placeholder className="h-64" />}
      {plans.data && (
        <Card title={t('console.plans.plans-port-monitoring')} lead={t('console.plans.plans-port-monitoring-lead')}>
          <Table
            caption={t('console.plans.plans-port-monitoring-smallest')}
            rows={plans.data}
            keyOf={({ plan_slug }) => plan_slug}
            columns={[
              {
                heading: t('console.common.plan'),
                cell: ({ plan_slug }) => <span className="font-medium">{plan_slug}</span>,
              },
              {
                heading: t('console.common.servers'),
                numeric: true,
                cell: ({ capacity }) => numberText(capacity),
              },
              {
                heading: t('console.common.scanned'),
                cell: ({ scan_interval_seconds }) => intervalWords(scan_interval_seconds),
              },
              { heading: t('console.plans.ports'), cell: (plan) => portWords(plan) },
              {
                heading: t('console.common.subscriptions'),
                numeric: true,
                cell: ({ subscriptions }) => numberText(subscriptions),
              },
              {
                heading: t('console.common.actions'),
                actions: true,
                cell: (plan) => (
                  <ForManagers>
                    <Button
                      aria-label={t('console.plans.change-planslug', { planSlug: plan.plan_slug })}
                      onClick={() => setEdited(plan)}
                    >
                      {t('console.plans.change')}
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
  if (!changed)
    return <Notice kind="info">{t('console.plans.plan-planslug-already', { planSlug: plan.plan_slug })}</Notice>;
  const effect = [
    ...(newly_paused.length > 0 ? [t('console.plans.servers-paused', { count: newly_paused.length })] : []),
    ...(unpaused.length > 0 ? [t('console.plans.servers-watched-again', { count: unpaused.length })] : []),
  ];
  return (
    <Notice
      kind={newly_paused.length > 0 ? 'warning' : 'good'}
      title={t('console.plans.plan-planslug-changed', { planSlug: plan.plan_slug })}
    >
      <p>
        {effect.length > 0
          ? t('console.plans.customers-affected', { count: customers, effect: effect.join(', ') })
          : t('console.plans.customers-unaffected', { count: customers })}
      </p>
      {newly_paused.length > 0 && (
        <p className="mt-1">{t('console.plans.paused-servers', { servers: newly_paused.join(', ') })}</p>
      )}
      {unpaused.length > 0 && (
        <p className="mt-1">{t('console.plans.watched-again-servers', { servers: unpaused.join(', ') })}</p>
      )}
    </Notice>
  );
}

const intervals = [
  ['', 'console.plans.service-default'],
  ['3600', 'console.plans.every-hour'],
  ['21600', 'console.plans.every-6-hours'],
  ['43200', 'console.plans.every-12-hours'],
  ['86400', 'console.plans.every-day'],
  ['604800', 'console.plans.every-week'],
] as const;

const hoursText = (hours: number) =>
  intl('hours', (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })).format(hours);

function intervalWords(seconds: number | null): string {
  const known = intervals.find(([value]) => value === String(seconds ?? ''));
  if (seconds === null) return t('console.plans.by-default');
  return known ? t(known[1]) : t('console.plans.every-hours', { hours: hoursText(seconds / 3_600) });
}

const portChoices = [
  ['top-1000', 'console.plans.ports-most-common'],
  ['full', 'console.plans.ports-all'],
  ['own', 'console.plans.ports-own'],
] as const;

function portWords({ ports, protocols, tcp_ports, udp_ports }: Plan): string {
  const choice = portChoices.find(([value]) => value === ports);
  const words = choice ? t(choice[1]) : `${numberText(tcp_ports)}: ${ports}`;
  return protocols === 'tcp' ? words : t('console.plans.words-udpports-udp-services', { words, udpPorts: udp_ports });
}

const fields = ['plan_slug', 'capacity', 'scan_interval_seconds', 'ports', 'max_packets_per_second', 'vantage_points'];

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
  const submit = (input: FormData) => {
    const interval = String(input.get('interval'));
    const pace = String(input.get('pace'));
    const change = {
      slug: plan?.plan_slug ?? String(input.get('slug')).trim(),
      capacity: Number(capacity),
      ...(interval && { scan_interval_seconds: Number(interval) }),
      ports: portChoice === 'own' ? String(input.get('ports')) : portChoice,
      protocols: input.has('udp') ? ('tcp+udp' as const) : ('tcp' as const),
      ...(pace && { max_packets_per_second: Number(pace) }),
      vantage_points: entriesOf(String(input.get('from'))),
    };
    save.mutate(change, { onSuccess: onDone });
  };
  const isSmaller = plan !== null && plan.subscriptions > 0 && Number(capacity) < plan.capacity;
  const interval = String(plan?.scan_interval_seconds ?? '');
  const known = intervals.map(([value, label]) => [value, t(label)] as const);
  const choices = known.some(([value]) => value === interval)
    ? known
    : [...known, [interval, intervalWords(Number(interval))] as const];
  return (
    <FormDialog
      title={plan ? t('console.plans.change-plan-planslug', { planSlug: plan.plan_slug }) : t('console.plans.new-plan')}
      action={plan ? t('console.plans.change-everybody') : t('console.plans.make-plan')}
      busy={save.isPending}
      error={otherThan(save.error, fields)}
      onSubmit={submit}
      onClose={onClose}
    >
      {plan === null && (
        <TextField
          label={t('console.plans.name-billing-system')}
          name="slug"
          required
          maxLength={50}
          pattern="[!-~]+"
          placeholder="premium"
          hint={t('console.plans.name-billing-system-hint')}
          problems={problemsOf(save.error, 'plan_slug')}
        />
      )}
      <TextField
        label={t('console.common.servers')}
        type="number"
        min={1}
        max={1_000_000}
        required
        value={capacity}
        onChange={(event) => setCapacity(event.target.value)}
        problems={problemsOf(save.error, 'capacity')}
      />
      {isSmaller && <Notice kind="warning">{t('console.plans.customers-more-servers-than')}</Notice>}
      <SelectField
        label={t('console.common.scanned')}
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
      <SelectField
        label={t('console.plans.ports')}
        value={portChoice}
        onChange={(event) => setPortChoice(event.target.value)}
      >
        {portChoices.map(([value, label]) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </SelectField>
      {portChoice === 'own' && (
        <TextField
          label={t('console.plans.ports-look')}
          name="ports"
          required
          defaultValue={hasOwnPorts ? plan.ports : ''}
          placeholder="22,80,443,8000-8010"
          hint={t('console.plans.ports-look-hint')}
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
        {t('console.plans.ask-udp-ports-matter')}
      </label>
      <TextField
        label={t('console.plans.packets-second-most')}
        name="pace"
        type="number"
        min={10}
        max={1_000_000}
        defaultValue={plan?.max_packets_per_second ?? ''}
        placeholder={t('console.plans.service-default')}
        problems={problemsOf(save.error, 'max_packets_per_second')}
      />
      <TextField
        label={t('console.plans.from')}
        name="from"
        defaultValue={plan?.vantage_points.join(', ') ?? ''}
        placeholder="fra1, nyc1"
        hint={t('console.plans.from-hint')}
        problems={problemsOf(save.error, 'vantage_points')}
      />
    </FormDialog>
  );
}

function Prices() {
  const prices = useQuery(pricesQuery);
  return (
    <Card title={t('console.plans.prices')} lead={t('console.plans.prices-lead')}>
      <LoadError of={prices} />
      {prices.isPending && <Placeholder className="h-40" />}
      {prices.data?.length === 0 && (
        <EmptyState title={t('console.plans.billing-system-told-no')}>
          {t('console.plans.module-sends-itself-post')}
        </EmptyState>
      )}
      {prices.data && prices.data.length > 0 && (
        <Table
          caption={t('console.plans.prices')}
          rows={prices.data}
          keyOf={(price) => [price.product_slug, price.plan_slug, price.currency, price.billing_cycle].join()}
          columns={[
            {
              heading: t('console.common.product'),
              cell: ({ product_slug, plan_slug }) => (
                <>
                  <span className="font-medium">{productName(product_slug)}</span>
                  {plan_slug && <span className="text-muted"> {plan_slug}</span>}
                </>
              ),
            },
            { heading: t('console.plans.billed'), cell: ({ billing_cycle }) => cycleWords(billing_cycle) },
            {
              heading: t('console.plans.price'),
              numeric: true,
              cell: (price) => moneyText(price.amount, price.currency),
            },
            {
              heading: t('console.plans.setup-fee'),
              numeric: true,
              cell: (price) =>
                price.setup_fee === null ? t('console.plans.no-setup-fee') : moneyText(price.setup_fee, price.currency),
            },
          ]}
        />
      )}
    </Card>
  );
}

const cycles = {
  monthly: 'console.plans.monthly',
  quarterly: 'console.plans.quarterly',
  semiannually: 'console.plans.semiannually',
  annually: 'console.plans.annually',
  biennially: 'console.plans.biennially',
  triennially: 'console.plans.triennially',
} as const;

/** How often it is billed; what is known by no name here, as the billing system says it. */
function cycleWords(cycle: string): string {
  const known = Object.entries(cycles).find(([name]) => name === cycle);
  return known ? t(known[1]) : cycle;
}
