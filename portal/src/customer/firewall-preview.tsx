import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { TextWithCode } from '../ui/text-with-code.tsx';
import {
  type Chosen,
  type FirewallReading,
  type OpenRange,
  type PortRange,
  rangeOf,
  readAs,
} from './firewall-words.ts';

/** What a firewall's rules let in, before anything is allowed. */
export function FirewallPreview({
  reading,
  chosen,
  onChoose,
  action,
}: {
  reading: FirewallReading;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  action: ReactNode;
}) {
  const choose = (range: OpenRange, isChosen: boolean) => {
    const others = [...chosen].filter((name) => name !== rangeOf(range));
    onChoose(new Set(isChosen ? [...others, rangeOf(range)] : others));
  };
  return (
    <Card title={t('portal.firewall.step-2')} lead={readAs(reading)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Ranges
          title={t('portal.firewall.open-to-all')}
          note={t('portal.firewall.open-note')}
          heads={[
            t('portal.chosen.allow'),
            t('portal.firewall.ports'),
            t('portal.alerts.severity'),
            t('portal.firewall.from'),
            t('portal.firewall.lines'),
          ]}
          ranges={reading.open_ports}
          before={(range) => (
            <td className="py-2 pr-4">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                aria-label={t('portal.firewall.allow-range', { range: rangeOf(range) })}
                checked={chosen.has(rangeOf(range))}
                onChange={({ target }) => choose(range, target.checked)}
              />
            </td>
          )}
          state={({ severity, alerts }) => (
            <div className="grid justify-items-start gap-1">
              <SeverityBadge severity={severity} />
              <ResolvedAlerts alerts={alerts} />
            </div>
          )}
          none={t('portal.firewall.none-open')}
        />
        <Ranges
          title={t('portal.firewall.open-to-some')}
          note={t('portal.firewall.some-note')}
          heads={[
            t('portal.firewall.ports'),
            t('portal.firewall.state'),
            t('portal.firewall.from'),
            t('portal.firewall.lines'),
          ]}
          ranges={reading.restricted}
          state={() => <Badge tone="good">{t('portal.firewall.restricted')}</Badge>}
        />
        <Unknown reading={reading} />
        {reading.ask_for.length > 0 && (
          <Notice kind="info" title={t('portal.firewall.more-to-say')}>
            <p>{t('portal.firewall.paste-more')}</p>
            <ul className="list-disc pl-4">
              {reading.ask_for.map((command) => (
                <li key={command}>
                  <code>{command}</code>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {reading.notes.length > 0 && (
          <Notice kind="info" title={t('portal.firewall.good-to-know')}>
            <ul className="list-disc pl-4">
              {reading.notes.map((note) => (
                <li key={note}>
                  <TextWithCode text={note} />
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="grid gap-3">
          <p className="text-sm">{outcomeWords(reading, chosen)}</p>
          <div>{action}</div>
        </div>
      </div>
    </Card>
  );
}

const shownAlerts = 3;

/** The alerts that end when a range is allowed, to be read first. */
function ResolvedAlerts({ alerts }: Pick<OpenRange, 'alerts'>) {
  return (
    <>
      {alerts.slice(0, shownAlerts).map(({ id, port }) => (
        <Link
          key={id}
          to="/alerts/$alertId"
          params={{ alertId: id }}
          className="inline-flex min-h-6 items-center text-xs text-accent underline"
        >
          {t('portal.firewall.ends', { port: `${port}` })}
        </Link>
      ))}
      {alerts.length > shownAlerts && (
        <span className="text-xs text-muted">
          {t('portal.firewall.more-alerts', { count: alerts.length - shownAlerts })}
        </span>
      )}
    </>
  );
}

function outcomeWords({ rules_created: created, open_ports: ranges }: FirewallReading, chosen: Chosen): string {
  if (created === 0) return t('portal.firewall.nothing-to-add');
  const resolved = ranges
    .filter((range) => chosen.has(rangeOf(range)))
    .reduce((sum, { alerts }) => sum + alerts.length, 0);
  return t('portal.firewall.outcome', { chosen: chosen.size, all: ranges.length, resolved });
}

function Ranges<Range extends PortRange>({
  title,
  note,
  heads,
  ranges,
  before,
  state,
  none,
}: {
  title: string;
  note: string;
  heads: readonly string[];
  ranges: readonly Range[];
  before?: (range: Range) => ReactNode;
  state: (range: Range) => ReactNode;
  none?: string;
}) {
  if (ranges.length === 0) return none ? <p className="text-sm text-muted">{none}</p> : null;
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <p className="mb-2 text-sm text-muted">{note}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="overflow-x-auto" aria-label={title} tabIndex={0}>
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr className="border-b border-line">
              {heads.map((name) => (
                <th key={name} scope="col" className="py-2 pr-4 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranges.map((range) => (
              <tr key={`${rangeOf(range)} ${range.source}`} className="border-b border-line align-top">
                {before?.(range)}
                <th scope="row" className="py-2 pr-4 font-mono font-normal whitespace-nowrap">
                  {rangeOf(range)}
                </th>
                <td className="py-2 pr-4">{state(range)}</td>
                <td className="min-w-28 py-2 pr-4 [overflow-wrap:anywhere]">
                  {range.source.replace(/^any\b/, t('portal.firewall.everybody'))}
                </td>
                <td className="py-2 text-muted tabular-nums">{range.lines.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Unknown({ reading }: { reading: FirewallReading }) {
  if (reading.unknown.length === 0) return null;
  return (
    <div>
      <h3 className="flex items-center gap-2 font-medium">
        {t('portal.firewall.undecided')} <Badge>{t('portal.firewall.unknown')}</Badge>
      </h3>
      <p className="mb-2 text-sm text-muted">{t('portal.firewall.undecided-note')}</p>
      <ul className="grid gap-2 text-sm">
        {reading.unknown.map(({ line, text, reason }) => (
          <li key={`${line} ${text}`} className="rounded-md bg-raised px-3 py-2">
            <code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{text}</code>
            <p className="text-muted">
              <TextWithCode text={t('portal.firewall.line', { line, reason })} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
