import { CirclePause, type LucideIcon, ShieldCheck, TriangleAlert } from 'lucide-react';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Time } from '../ui/time.tsx';
import type { Overview } from './data.ts';
import { lookedAtWords } from './standing-words.ts';

interface Part {
  readonly name: 'needs-action' | 'unknown' | 'well';
  readonly count: number;
  readonly icon: LucideIcon;
  readonly colour: string;
  readonly ground: string;
}

/** All servers in one bar: what needs action, what nobody can speak of, what is well; and when was looked last. */
export function FleetBar({ overview }: { overview: Overview }) {
  const { servers } = overview;
  const { needs_action: exposed, well, total } = servers;
  const parts: readonly Part[] = [
    { name: 'needs-action', count: exposed, icon: TriangleAlert, colour: 'text-critical', ground: 'bg-critical' },
    { name: 'unknown', count: total - exposed - well, icon: CirclePause, colour: 'text-muted', ground: 'bg-control' },
    { name: 'well', count: well, icon: ShieldCheck, colour: 'text-good', ground: 'bg-good' },
  ];
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <section
      aria-label={t('portal.overview.servers')}
      className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-6"
    >
      {total > 0 && (
        <>
          <div aria-hidden="true" className="flex h-5 gap-0.5 overflow-hidden rounded-full forced-colors:border">
            {shown.map(({ name, count, ground }) => (
              <span key={name} className={`min-w-1.5 ${ground}`} style={{ flexGrow: count, flexBasis: 0 }} />
            ))}
          </div>
          <ul className="flex flex-wrap gap-x-8 gap-y-2">
            {shown.map(({ name, count, icon: Icon, colour }) => (
              <li key={name} className="flex items-center gap-2">
                <Icon aria-hidden="true" size={18} className={`shrink-0 ${colour}`} />
                {t(`portal.fleet.${name}`, { count })}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="grid gap-1 text-sm text-muted">
        {overview.all_well && <p className="text-base text-ink">{lookedAtWords(overview)}</p>}
        {overview.last_look_at && (
          <p>
            <Message
              id={overview.oldest_look_at ? 'portal.standing.looks' : 'portal.standing.last-look'}
              values={{ last: <Time at={overview.last_look_at} />, oldest: <Time at={overview.oldest_look_at} /> }}
            />
          </p>
        )}
      </div>
    </section>
  );
}
