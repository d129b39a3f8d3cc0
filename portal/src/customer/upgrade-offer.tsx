import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import type { Paths } from '../../../client/client.ts';
import { answered, api } from '../api/api.ts';
import { buttonClass } from '../ui/button.tsx';
import { useCustomerId } from './customer.ts';
import { exposureKeys } from './data.ts';

type Product = 'port_monitoring' | 'domain_monitoring';
type Upgrade = Paths['/api/v1/upgrade']['get']['responses'][200]['content']['application/json']['data'];
type Offer = NonNullable<Upgrade['offer']>;
type Price = Offer['prices'][number];

const upgradeQuery = (customerId: number, product: Product) =>
  queryOptions({
    queryKey: [...exposureKeys, 'upgrade', product],
    queryFn: async () =>
      (
        await answered(
          api.GET('/api/v1/upgrade', {
            params: { query: { billing_customer_id: customerId, product_slug: product } },
          }),
        )
      ).data,
  });

/** What a customer at the limit can order next, what it costs and where; nothing where the provider offers nothing. */
export function UpgradeOffer({ product }: { product: Product }) {
  const { data: upgrade } = useQuery(upgradeQuery(useCustomerId(), product));
  if (!upgrade?.offer) return null;
  const { offer } = upgrade;
  const prices = pricesOf(offer.prices);
  return (
    <section
      aria-label="Larger plan"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface p-4 text-sm sm:p-5"
    >
      <div className="min-w-0">
        <h2 className="font-semibold">{titleOf(upgrade, offer)}</h2>
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted">
          {gainsOf(upgrade, offer).map((gain) => (
            <li key={gain}>{gain}</li>
          ))}
        </ul>
        {prices.length > 0 && <p className="mt-1 font-medium">{prices.join(' or ')}</p>}
      </div>
      <a href={offer.order_url} className={buttonClass('primary')}>
        Order it
        <ArrowUpRight aria-hidden="true" size={16} />
      </a>
    </section>
  );
}

function titleOf({ capacity }: Upgrade, { plan, capacity: next }: Offer): string {
  if (plan === null) return `Have one more domain watched: ${next} instead of ${capacity}`;
  return `Your plan is full. The next one is ${plan.plan_slug}.`;
}

/** What the next plan gives that the present one does not. */
function gainsOf({ capacity, current_plan: current }: Upgrade, { plan, capacity: next }: Offer): string[] {
  if (plan === null) return [];
  const gains = [`${count(next)} servers instead of ${count(capacity ?? 0)}`];
  if (current === null) return gains;
  if (plan.tcp_ports > current.tcp_ports)
    gains.push(`${count(plan.tcp_ports)} TCP ports looked at instead of ${count(current.tcp_ports)}`);
  if (plan.udp_ports > current.udp_ports) gains.push(`${count(plan.udp_ports)} UDP services looked at as well`);
  const [interval, before] = [plan.scan_interval_seconds, current.scan_interval_seconds];
  if (interval !== null && interval !== before) gains.push(`scanned every ${span(interval)}`);
  return gains;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function span(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? ['second', 1];
  const value = seconds / size;
  return value === 1 ? unit : `${value} ${unit}s`;
}

const perCycle: Readonly<Record<Price['billing_cycle'], string>> = {
  monthly: 'a month',
  quarterly: 'every three months',
  semiannually: 'every six months',
  annually: 'a year',
  biennially: 'every two years',
  triennially: 'every three years',
};

/** The shortest cycle of each currency: the first, as they come. */
function pricesOf(prices: readonly Price[]): string[] {
  const firsts = [...Map.groupBy(prices, ({ currency }) => currency).values()].map(([first]) => first!);
  return firsts.map(({ amount, currency, billing_cycle, setup_fee }) => {
    const fee = setup_fee ? `, and ${money(setup_fee, currency)} once` : '';
    return `${money(amount, currency)} ${perCycle[billing_cycle]}${fee}`;
  });
}

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}
