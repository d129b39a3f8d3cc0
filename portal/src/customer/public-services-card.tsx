import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useCustomerId } from './customer.ts';
import { publicServicesQuery } from './data.ts';

/** Asks once which servers are websites or mail servers; afterwards the page is reached from the allowed ports. */
export function PublicServicesCard() {
  const { data } = useQuery(publicServicesQuery(useCustomerId()));
  if (!data || data.answered_at !== null || data.servers.length === 0) return null;
  return (
    <Card
      title="Which of your servers are websites or mail servers?"
      lead="Their ports are meant to be open. Tell us once, and they raise no alerts."
    >
      <Link to="/public-services" className={`${buttonClass()} w-full sm:w-auto`}>
        {data.servers.length === 1
          ? 'Look at one server'
          : `Look at ${data.servers.length.toLocaleString('en')} servers`}
      </Link>
    </Card>
  );
}
