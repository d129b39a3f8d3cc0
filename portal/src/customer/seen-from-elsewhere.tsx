import { useQuery } from '@tanstack/react-query';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Card } from '../ui/card.tsx';
import { Time } from '../ui/time.tsx';
import { type Server, type VantageView, vantageViewsQuery } from './data.ts';

/** How other places see a server that is looked at from several; nothing until one has looked. */
export function SeenFromElsewhere({ server }: { server: Server }) {
  const asksOthers = server.coverage.vantage_points.length > 1;
  const { data: views = [] } = useQuery({ ...vantageViewsQuery(server.id), enabled: asksOthers });
  if (!asksOthers || views.length === 0) return null;
  return (
    <Card title={t('portal.elsewhere.title')} lead={t('portal.elsewhere.lead')}>
      <ul className="grid gap-4 text-sm">
        {views.map((view) => (
          <li key={view.vantage_point} className="grid gap-1">
            <p>
              <span className="font-semibold">{view.vantage_point}</span>{' '}
              <span className="text-muted">
                <Message id="portal.elsewhere.seen" values={{ time: <Time at={view.seen_at} /> }} />
              </span>
            </p>
            <Differences view={view} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Differences({
  view: { host_answered: answered, only_there: there, not_there: missing },
}: {
  view: VantageView;
}) {
  if (!answered) return <p>{t('portal.elsewhere.silent')}</p>;
  if (there.length + missing.length === 0) return <p className="text-muted">{t('portal.elsewhere.same')}</p>;
  return (
    <>
      {there.length > 0 && <p>{t('portal.elsewhere.only-there', { ports: there.join(', ') })}</p>}
      {missing.length > 0 && <p>{t('portal.elsewhere.not-there', { ports: missing.join(', ') })}</p>}
    </>
  );
}
