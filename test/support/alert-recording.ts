import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

export const recordingsDirectory = resolve(import.meta.dirname, '../drills/alert-recordings');
const rulesFile = resolve(import.meta.dirname, '../../ops/prometheus/alerts.yml');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}

export const alertRules: readonly Rule[] = parse(readFileSync(rulesFile, 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
/** Metrics that rules name, as series are called. */
const watched = new Set(alertRules.flatMap(({ expr }) => expr.match(/\bbreakwater_\w+/g) ?? []));

/** What each node told at one moment; null: it did not answer. */
export type Scrape = Readonly<Record<string, string | null>>;

const phases = ['before', 'during', 'after'] as const;
type Phase = (typeof phases)[number];

/** Series that rules look at, by their names with labels, and their value at each scrape; null: it was not told. */
export interface Recording {
  /** What happened, in words. */
  readonly what: string;
  /** Alerts that it has to raise, and no others. */
  readonly fires: readonly string[];
  readonly phases: readonly Phase[];
  readonly series: ReadonlyMap<string, readonly (number | null)[]>;
}

/** How busy the machine is that runs the drills is part of those alone that are about it. */
const ofTheMachine: Readonly<Record<string, string>> = {
  BreakwaterEventLoopSlow: 'breakwater_nodejs_eventloop_lag_p99_seconds',
  BreakwaterApiSlow: 'breakwater_http_request_seconds_bucket',
};

export function recordingOf(
  what: string,
  fires: readonly string[],
  scrapes: readonly { readonly phase: Phase; readonly told: Scrape }[],
): Recording {
  const leftOut = Object.keys(ofTheMachine).flatMap((alert) => (fires.includes(alert) ? [] : ofTheMachine[alert]!));
  const columns = scrapes.map(({ told }) => seriesOf(told));
  const names = [...new Set(columns.flatMap((column) => [...column.keys()]))]
    .filter((name) => !leftOut.some((metric) => name.startsWith(metric)))
    .toSorted();
  const all = names.map((name) => [name, columns.map((column) => column.get(name) ?? null)] as const);
  return { what, fires, phases: scrapes.map(({ phase }) => phase), series: new Map(all.filter(saysSomething)) };
}

/** A counter that stands still adds nothing to any rate. */
function saysSomething([name, values]: readonly [string, readonly (number | null)[]]): boolean {
  return !isCounter(name) || new Set(values).size > 1;
}

function isCounter(series: string): boolean {
  return /^\w+_(total|count|bucket)\{/.test(series);
}

function seriesOf(told: Scrape): Map<string, number> {
  const found = new Map<string, number>();
  for (const [node, text] of Object.entries(told)) {
    const instance = `instance="${node}:9090",job="breakwater"`;
    found.set(`up{${instance}}`, text === null ? 0 : 1);
    for (const [, name, labels = '', value] of (text ?? '').matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm))
      if (watched.has(name!)) found.set(`${name}{${instance}${labels && `,${labels}`}}`, numberOf(value!));
  }
  return found;
}

function numberOf(text: string): number {
  return text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text);
}

/** A line for each series, so that a difference between two recordings can be read. */
export function recordingAsText({ what, fires, phases: columns, series }: Recording): string {
  const head = [`# ${what}`, `fires ${fires.join(' ')}`, columns.join(' ')];
  const rows = [...series].map(([name, values]) => `${name} ${values.map((value) => value ?? '-').join(' ')}`);
  return `${[...head, ...rows].join('\n')}\n`;
}

/** Those that are kept, in the order of their files. */
export function keptRecordings(): Recording[] {
  return readdirSync(recordingsDirectory)
    .toSorted()
    .map((file) => recordingFrom(readFileSync(join(recordingsDirectory, file), 'utf8')));
}

function recordingFrom(text: string): Recording {
  const [what, fires, columns, ...rows] = text.trim().split('\n');
  const series = rows.map((row) => {
    const [, name, values] = /^(\w+\{.*\}) (.*)$/.exec(row)!;
    return [name!, values!.split(' ').map((value) => (value === '-' ? null : numberOf(value)))] as const;
  });
  return {
    what: what!.slice(2),
    fires: fires!.split(' ').slice(1).filter(Boolean),
    phases: columns!.split(' ') as Phase[],
    series: new Map(series),
  };
}

/** How long each phase lasts when it is replayed. The last two outlast the longest `for` and range of a rule together. */
const minutes: Readonly<Record<Phase, number>> = { before: 30, during: 150, after: 150 };

/**
 * Has Prometheus look at what was recorded as if it were there for hours, a scrape a minute: whoever is in trouble stays in it.
 * @throws with what promtool says, unless it raises the alerts of the recording and no others
 */
export async function replay(recording: Recording): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'replayed-alerts-'));
  try {
    const file = join(directory, 'replay.yml');
    writeFileSync(file, JSON.stringify(replayOf(recording)));
    const { stdout, stderr } = await promisify(execFile)('promtool', ['test', 'rules', file]).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    if (!stdout.includes('SUCCESS')) throw new Error(`When ${recording.what}: ${stdout}${stderr}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function replayOf({ what, fires, phases: columns, series }: Recording): object {
  const begins = minutes.before;
  const ends = begins + minutes.during;
  const over = ends + minutes.after;
  const firing = (at: string) => `group by (alertname) (${at})`;
  const expected = (names: readonly string[]) => names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }));
  const now = firing('ALERTS{alertstate="firing"}');
  const ever = firing(`max_over_time(ALERTS{alertstate="firing"}[${over}m])`);
  return {
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: [
      {
        name: what,
        interval: '1m',
        input_series: [...series].map(([name, values]) => ({
          series: name,
          values: replayedValues(columns, values, isCounter(name)).join(' '),
        })),
        promql_expr_test: [
          { expr: now, eval_time: `${begins - 1}m`, exp_samples: [] },
          ...fires.map((name) => ({
            expr: firing(`max_over_time(ALERTS{alertstate="firing",alertname="${name}"}[${over}m])`),
            eval_time: `${begins + dueMinutes(name)}m`,
            exp_samples: expected([name]),
          })),
          { expr: ever, eval_time: `${over - 1}m`, exp_samples: expected(fires.toSorted()) },
          { expr: now, eval_time: `${over - 1}m`, exp_samples: [] },
        ],
      },
    ],
  };
}

/** Within how many minutes a rule has to fire: its `for`, and what its rates look back; two more for the rounds of a scrape. */
function dueMinutes(name: string): number {
  const { expr, for: lasting = '0m' } = alertRules.find(({ alert }) => alert === name)!;
  return (
    Math.max(0, ...[...expr.matchAll(/\[(\w+)\]/g)].map(([, range]) => minutesOf(range!))) + minutesOf(lasting) + 2
  );
}

function minutesOf(duration: string): number {
  const [, count, unit] = /^(\d+)([mh])$/.exec(duration)!;
  return Number(count) * (unit === 'h' ? 60 : 1);
}

/** A gauge keeps its last value to the end of the phase; a counter goes on as it did between the last two scrapes. */
function replayedValues(columns: readonly Phase[], values: readonly (number | null)[], counts: boolean): string[] {
  const replayed: (number | null)[] = [];
  for (const phase of phases) {
    const told = values.filter((_, column) => columns[column] === phase);
    const step = counts && phase === 'during' ? lastStep(told) : 0;
    const offset = counts ? aheadBy(replayed.at(-1), values, columns.indexOf(phase)) : 0;
    for (let minute = 0; minute < minutes[phase]; minute += 1) {
      const value = told[Math.min(minute, told.length - 1)] ?? null;
      const further = Math.max(0, minute - told.length + 1) * step;
      replayed.push(value === null ? null : value + offset + further);
    }
  }
  return replayed.map((value, minute) => {
    if (value !== null) return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
    // What is no longer told is forgotten at once, as after a scrape that failed.
    return minute > 0 && replayed[minute - 1] !== null ? 'stale' : '_';
  });
}

function lastStep(told: readonly (number | null)[]): number {
  const [before, last] = told.slice(-2);
  return told.length < 2 || before == null || last == null ? 0 : Math.max(0, last - before);
}

/** By how much the replay of a counter is ahead of what was scraped, since it went on for longer; a process that began anew begins at 0. */
function aheadBy(replayedLast: number | null | undefined, values: readonly (number | null)[], column: number): number {
  const scrapedLast = values[column - 1];
  const next = values[column];
  if (replayedLast == null || scrapedLast == null || next == null || next < scrapedLast) return 0;
  return replayedLast - scrapedLast;
}
