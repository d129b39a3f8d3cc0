import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import {
  type Chosen,
  type FirewallReading,
  type OpenRange,
  type PortRange,
  policyOf,
  rangeOf,
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
    <Card title="2. What it lets in" lead={`Read as ${reading.format}. The firewall ${policyOf(reading)}.`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Ranges
          title="Open to everybody"
          note="Those that you choose are added to your allowed ports. What would be a high or critical alert is not chosen by itself: a service that strangers should not reach is better closed than allowed."
          heads={['Allow', 'Ports', 'Severity', 'From', 'Lines']}
          ranges={reading.open_ports}
          before={(range) => (
            <td className="py-2 pr-4">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                aria-label={`Allow ${rangeOf(range)}`}
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
          none="The rules open no port to everybody."
        />
        <Ranges
          title="Open to some addresses only"
          note="Nothing is allowed for these: strangers cannot reach them."
          heads={['Ports', 'State', 'From', 'Lines']}
          ranges={reading.restricted}
          state={() => <Badge tone="good">Restricted</Badge>}
        />
        <Unknown reading={reading} />
        {reading.ask_for.length > 0 && (
          <Notice kind="info" title="There is more to say">
            <p>Paste what these print, too, and more can be decided:</p>
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
          <Notice kind="info" title="Good to know">
            <ul className="list-disc pl-4">
              {reading.notes.map((note) => (
                <li key={note}>{note}</li>
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
          Ends the alert about port {port}
        </Link>
      ))}
      {alerts.length > shownAlerts && (
        <span className="text-xs text-muted">
          {alerts.length - shownAlerts === 1 ? 'and one more alert' : `and ${alerts.length - shownAlerts} more alerts`}
        </span>
      )}
    </>
  );
}

function outcomeWords({ rules_created: created, open_ports: ranges }: FirewallReading, chosen: Chosen): string {
  if (created === 0) return 'There is nothing to add: what is open is allowed already.';
  const resolved = ranges
    .filter((range) => chosen.has(rangeOf(range)))
    .reduce((sum, { alerts }) => sum + alerts.length, 0);
  const count = `${chosen.size} of ${ranges.length} chosen.`;
  if (resolved === 0) return `${count} No open alert will be resolved.`;
  return resolved === 1
    ? `${count} One open alert will be resolved.`
    : `${count} ${resolved} open alerts will be resolved.`;
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
                  {range.source.replace(/^any\b/, 'everybody')}
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
        What could not be decided <Badge>Unknown</Badge>
      </h3>
      <p className="mb-2 text-sm text-muted">Nothing is guessed: nothing is allowed because of these lines.</p>
      <ul className="grid gap-2 text-sm">
        {reading.unknown.map(({ line, text, reason }) => (
          <li key={`${line} ${text}`} className="rounded-md bg-raised px-3 py-2">
            <code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{text}</code>
            <p className="text-muted">
              Line {line}: {reason}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
