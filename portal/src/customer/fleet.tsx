import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { Card, Placeholder } from '../ui/card.tsx';
import FleetPicture from '../ui/fleet-picture.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useCustomerId } from './customer.ts';
import { type FleetServer, fleetQuery } from './data.ts';

const watched: readonly FleetServer['state'][] = ['scanned'];

/** All servers at one glance, those in danger first; the list beside it says the same. */
export default function Fleet() {
  const navigate = useNavigate();
  const fleet = useQuery(fleetQuery(useCustomerId()));
  const members = useMemo(
    () =>
      fleet.data?.map(({ id, nickname, worst_severity, state }) => ({
        id,
        name: readableName(nickname),
        worst: worst_severity,
        isUnwatched: !watched.includes(state),
      })),
    [fleet.data],
  );
  return (
    <Card title={t('portal.servers.at-a-glance')} lead={t('portal.servers.each-square')}>
      <LoadError of={fleet} />
      {fleet.isPending && <Placeholder className="h-24" />}
      {members && (
        <FleetPicture
          members={members}
          label={(count) => t('portal.fleet-picture.servers', { count })}
          onOpen={(serverId) => navigate({ to: '/servers/$serverId', params: { serverId } })}
        />
      )}
    </Card>
  );
}
