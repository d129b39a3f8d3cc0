import { useQuery } from '@tanstack/react-query';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useChange } from '../use-change.ts';
import { secondFactorDemandQuery } from './data.ts';
import { useMay } from './own-account.ts';
import { useSessionRefresh } from './use-session-refresh.ts';

/** Whether everybody must have a second factor, for an owner to say. */
export function SecondFactorDemand() {
  const demand = useQuery(secondFactorDemandQuery);
  const mayChange = useMay('owner');
  const refreshSession = useSessionRefresh();
  const change = useChange({
    change: async (required: boolean) =>
      (await answered(api.PUT('/api/v1/settings/second-factor', { body: { required } }))).data,
    touches: [secondFactorDemandQuery],
    done: ({ required }) => (required ? t('console.people.demanded') : t('console.people.demanded-no-longer')),
  });
  if (!demand.data) return null;
  const { required, required_by_operator: byOperator } = demand.data;
  return (
    <Card
      title={t('console.people.demand-title')}
      lead={t('console.people.demand-lead')}
      actions={
        required ? (
          <Badge tone="good">{t('console.common.on')}</Badge>
        ) : (
          <Badge tone="warning">{t('console.common.off')}</Badge>
        )
      }
    >
      <div className="grid gap-4">
        <ErrorNotice error={change.error} />
        {byOperator && <p className="text-sm text-muted">{t('console.people.demanded-by-operator')}</p>}
        {mayChange && !byOperator && (
          <div>
            <Button
              busy={change.isPending}
              onClick={() => change.mutate(!required, { onSuccess: () => refreshSession() })}
            >
              {required ? t('console.people.demand-no-longer') : t('console.people.demand-it')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
