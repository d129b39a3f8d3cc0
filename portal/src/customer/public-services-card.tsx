import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useCustomerId } from './customer.ts';
import { publicServicesQuery } from './data.ts';

/** Asks once which servers are websites or mail servers; afterwards the page is reached from the allowed ports. */
export function PublicServicesCard() {
  const { data } = useQuery(publicServicesQuery(useCustomerId()));
  if (!data || data.answered_at !== null || data.servers.length === 0) return null;
  return (
    <Card title={t('portal.public.card-title')} lead={t('portal.public.card-lead')}>
      <Link to="/public-services" className={`${buttonClass()} w-full sm:w-auto`}>
        {t('portal.public.look', { count: data.servers.length })}
      </Link>
    </Card>
  );
}
