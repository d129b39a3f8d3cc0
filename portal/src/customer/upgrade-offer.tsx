import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import type { Paths } from '../../../client/session.ts';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { listText, moneyText } from '../ui/numbers.ts';
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
      aria-label={t('portal.upgrade.label')}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface p-4 text-sm sm:p-5"
    >
      <div className="min-w-0">
        <h2 className="font-semibold">{titleOf(upgrade, offer)}</h2>
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted">
          {gainsOf(upgrade, offer).map((gain) => (
            <li key={gain}>{gain}</li>
          ))}
        </ul>
        {prices.length > 0 && <p className="mt-1 font-medium">{listText(prices, 'disjunction')}</p>}
      </div>
      <a href={offer.order_url} className={buttonClass('primary')}>
        {t('portal.upgrade.order')}
        <ArrowUpRight aria-hidden="true" size={16} />
      </a>
    </section>
  );
}

function titleOf({ capacity }: Upgrade, { plan, capacity: next }: Offer): string {
  if (plan === null) return t('portal.upgrade.domain', { next, now: capacity ?? 0 });
  return t('portal.upgrade.full', { plan: plan.plan_slug });
}

/** What the next plan gives that the present one does not. */
function gainsOf({ capacity, current_plan: current }: Upgrade, { plan, capacity: next }: Offer): string[] {
  if (plan === null) return [];
  const gains = [t('portal.upgrade.servers', { next, now: capacity ?? 0 })];
  if (current === null) return gains;
  if (plan.tcp_ports > current.tcp_ports)
    gains.push(t('portal.upgrade.tcp', { next: plan.tcp_ports, now: current.tcp_ports }));
  if (plan.udp_ports > current.udp_ports) gains.push(t('portal.upgrade.udp', { count: plan.udp_ports }));
  const [interval, before] = [plan.scan_interval_seconds, current.scan_interval_seconds];
  if (interval !== null && interval !== before) gains.push(oftenWords(interval));
  return gains;
}

function oftenWords(seconds: number): string {
  if (seconds % 86_400 === 0) return t('portal.upgrade.every-days', { count: seconds / 86_400 });
  if (seconds % 3_600 === 0) return t('portal.upgrade.every-hours', { count: seconds / 3_600 });
  return t('portal.upgrade.every-minutes', { count: Math.round(seconds / 60) });
}

/** The shortest cycle of each currency: the first, as they come. */
function pricesOf(prices: readonly Price[]): string[] {
  const firsts = [...Map.groupBy(prices, ({ currency }) => currency).values()].map(([first]) => first!);
  return firsts.map(({ amount, currency, billing_cycle: cycle, setup_fee: fee }) => {
    const price = t(`portal.price.${cycle}`, { amount: moneyText(amount, currency) });
    return fee ? t('portal.price.with-fee', { price, fee: moneyText(fee, currency) }) : price;
  });
}
