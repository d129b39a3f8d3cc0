/**
 * Our engines beside nmap, masscan and zmap, in network namespaces made for it: the same hosts, ports and link for all,
 * alternating in one run.
 *
 *   npx node bench/scan-lab/run.ts [--cells 'dropping,lossy fleet'] [--rounds 3] [--once] [--ours] [--record] [--peers 'nmap -sS,connect']
 *
 * --once: one round. --record: keep for the documentation what our SYN engine missed. --ours: our engines only. --peers: our SYN engine and these only. Each peer first runs with several
 * settings, and is then measured with its best accurate one: the fastest of those that missed the least and invented
 * nothing. A second comparison holds everyone to the same packet rate. Politeness is lifted for all. Our seconds are those
 * of an engine that runs already, as a service's does; "process s" is with the start of Node.js and of the engine's threads,
 * as the peers' seconds are with theirs. The bare sender is no peer: it shows how near the machine lets anyone come to
 * nothing, and misses what gets lost. Needs root, cc, iproute2 and nftables, and the peers for the comparison.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { type Comparison, median, printComparisons } from '../comparison.ts';
import { keepFigures } from '../kept-figures.ts';
import { CELLS, type Cell, jobOf, truthOf } from './cells.ts';
import { bareSender, type Contestant, type Job, masscan, nmap, ourEngine, type ScanRun, zmap } from './contestants.ts';
import { isInstalled, Lab, missingTools } from './lab.ts';

/** Everyone's packet rate in the second comparison. */
const CAP = 20_000;
/** What the thread that serves the API may be delayed by, at the 99th percentile. */
const EVENT_LOOP_LIMIT_MS = 5;

interface Figures {
  readonly contestant: Contestant;
  readonly runs: number;
  readonly seconds: number;
  readonly processSeconds: number;
  readonly packets: number;
  readonly cpuSeconds: number;
  /** Of all rounds together. */
  readonly missed: number;
  readonly wrong: number;
  readonly eventLoopDelayP99Ms: number | undefined;
}

/** A scanner by another name than its setting: `nmap -sS`. */
interface Peer {
  readonly name: string;
  readonly settings: readonly Contestant[];
}

/** The boldest first: a later one that takes longer than the best so far is cut off, for it can't win. */
const NMAP_SETTINGS = [
  nmap('-sS', '--min-rate', '50000', '--max-retries', '2'),
  nmap('-sS', '--min-rate', '20000', '--max-retries', '2'),
  nmap('-sS', '--min-rate', '50000'),
  nmap('-sS', '--min-rate', '20000'),
  nmap('-sS', '--min-rate', '5000'),
  nmap('-sS'),
];
/** As fast as it can; no goal is measured by these. */
const NMAP_FASTER_SETTINGS = ['200000', '100000'].flatMap((rate) => [
  nmap('-sS', '--min-rate', rate, '--max-retries', '2'),
  nmap('-sS', '--min-rate', rate),
]);
const MASSCAN_SETTINGS = [100_000, 50_000].flatMap((rate) => [0, 1, 2].map((retries) => masscan(rate, retries)));
const ZMAP_SETTINGS = [zmap(50_000, 1), zmap(50_000, 3)];
/** Beyond its best rate packets get lost and answers fewer. */
const FLOOR_SETTINGS = [1_000_000, 190_000, 160_000, 130_000].map(bareSender);
const PLAIN = nmap('-sS');
/** Longest run, and longest of further settings of a peer. */
const TIMEOUT_SECONDS = 240;
const SWEEP_TIMEOUT_SECONDS = 30;
/** What takes longer than this runs in the first round only. */
const SLOW_SECONDS = 20;
const recordFile = join(import.meta.dirname, 'accuracy.json');

function peersFor({ isFleet, firstPort, lastPort }: Cell): Peer[] {
  const peers = [
    { name: 'nmap -sS', settings: NMAP_SETTINGS },
    { name: 'nmap -sS at any rate', settings: NMAP_FASTER_SETTINGS },
    { name: 'nmap -sT', settings: [nmap('-sT')] },
    { name: 'masscan', settings: MASSCAN_SETTINGS },
    ...(isFleet && firstPort === lastPort ? [{ name: 'zmap', settings: ZMAP_SETTINGS }] : []),
  ];
  return [
    ...peers.filter(({ name }) => isInstalled(name.split(' ')[0] ?? '')),
    { name: 'bare sender', settings: FLOOR_SETTINGS },
  ];
}

function capped(): Peer[] {
  const cap = String(CAP);
  return [
    { name: 'nmap -sS capped', settings: [nmap('-sS', '--min-rate', cap, '--max-rate', cap)] },
    { name: 'masscan capped', settings: [0, 1, 2].map((retries) => masscan(CAP, retries)) },
  ].filter(({ name }) => isInstalled(name.split(' ')[0] ?? ''));
}

class Race {
  readonly #cell: Cell;
  readonly #job: Job;
  readonly #truth: ReadonlySet<string>;

  constructor(cell: Cell, lab: Lab, directory: string) {
    this.#cell = cell;
    this.#job = { ...jobOf(cell, lab), directory, timeoutSeconds: TIMEOUT_SECONDS };
    this.#truth = truthOf(cell, this.#job);
  }

  /** How many ports are open in one run. */
  get open(): number {
    return this.#truth.size;
  }

  /** The fastest setting of those that missed the least and invented nothing; undefined when none works. */
  async bestSetting({ settings }: Peer): Promise<Contestant | undefined> {
    if (settings.length === 1) return settings[0];
    let best: Figures | undefined;
    for (const setting of settings) {
      const isAccurate = best !== undefined && errorsOf(best) === 0;
      const longest = best === undefined ? TIMEOUT_SECONDS : SWEEP_TIMEOUT_SECONDS;
      const timeoutSeconds = isAccurate ? Math.ceil(best!.seconds) : (setting.patienceSeconds ?? longest);
      const run = await this.#run(setting, timeoutSeconds);
      if (run === undefined) continue;
      const figures = this.#figures(setting, [run]);
      const isBetter = best === undefined || errorsOf(figures) < errorsOf(best);
      const isFaster = best !== undefined && errorsOf(figures) === errorsOf(best) && figures.seconds < best.seconds;
      if (isBetter || isFaster) best = figures;
    }
    return best?.contestant;
  }

  /** Contestants take turns; medians. One that fails is left out, aloud. */
  async measure(contestants: readonly Contestant[], rounds: number): Promise<Figures[]> {
    const runs = new Map<Contestant, ScanRun[]>(contestants.map((contestant) => [contestant, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [contestant, its] of runs) {
        if ((its[0]?.seconds ?? 0) > SLOW_SECONDS) continue;
        const run = await this.#run(contestant, contestant.patienceSeconds ?? TIMEOUT_SECONDS);
        if (run === undefined) runs.delete(contestant);
        else its.push(run);
      }
    }
    return [...runs].map(([contestant, its]) => this.#figures(contestant, its));
  }

  async #run(contestant: Contestant, timeoutSeconds: number): Promise<ScanRun | undefined> {
    try {
      const run = await contestant.run({ ...this.#job, timeoutSeconds });
      console.log(`  ${this.#cell.name}: ${this.#describe(contestant, run)}`);
      return run;
    } catch (error) {
      console.log(`  ${this.#cell.name}: ${contestant.name}: left out: ${(error as Error).message.slice(0, 120)}`);
      return undefined;
    }
  }

  #describe(contestant: Contestant, run: ScanRun): string {
    const { missed, wrong } = this.#figures(contestant, [run]);
    return `${contestant.name}: ${run.seconds.toFixed(2)} s, missed ${missed}, false ${wrong}`;
  }

  #figures(contestant: Contestant, runs: readonly ScanRun[]): Figures {
    const delays = runs.flatMap(({ eventLoopDelayP99Ms }) => eventLoopDelayP99Ms ?? []);
    return {
      contestant,
      runs: runs.length,
      seconds: median(runs.map(({ seconds }) => seconds)),
      processSeconds: median(runs.map(({ processSeconds }) => processSeconds)),
      packets: median(runs.map(({ packets }) => packets)),
      cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
      missed: sum(runs.map(({ open }) => countAbsent(this.#truth, open))),
      wrong: sum(runs.map(({ open }) => countAbsent(open, this.#truth))),
      eventLoopDelayP99Ms: delays.length === 0 ? undefined : Math.max(...delays),
    };
  }
}

function errorsOf({ missed, wrong }: Figures): number {
  return missed + wrong;
}

/** How many of the wanted findings are not there. */
function countAbsent(wanted: ReadonlySet<string>, there: ReadonlySet<string>): number {
  return [...wanted].filter((finding) => !there.has(finding)).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function printTable(rows: readonly Figures[]): void {
  const head = ['', 'runs', 'seconds', 'process s', 'packets', 'CPU s', 'missed', 'false', 'loop p99 ms'];
  const lines = rows.map((row) => [
    row.contestant.name,
    String(row.runs),
    row.seconds.toFixed(2),
    row.processSeconds.toFixed(2),
    String(row.packets),
    row.cpuSeconds.toFixed(2),
    String(row.missed),
    String(row.wrong),
    row.eventLoopDelayP99Ms?.toFixed(1) ?? '',
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]!.length)));
  for (const line of [head, ...lines]) {
    console.log(
      `  ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ')}`,
    );
  }
}

interface CellResult {
  readonly comparisons: readonly Comparison[];
  readonly eventLoopDelaysMs: readonly number[];
}

async function runCell(
  cell: Cell,
  lab: Lab,
  { rounds, isWanted, isRecorded }: Options,
  directory: string,
): Promise<CellResult> {
  console.log(`\n${cell.name}: ${cell.what}`);
  lab.setFirewall(lab.sites[cell.wire], cell.firewall);
  const race = new Race(cell, lab, directory);
  const syn = ourEngine('syn');
  const cappedSyn = ourEngine('syn', CAP);
  const best = new Map<string, Contestant>();
  for (const peer of [...peersFor(cell), ...capped()]) {
    const setting = isWanted(peer.name) ? await race.bestSetting(peer) : undefined;
    if (setting !== undefined) best.set(peer.name, setting);
  }
  const plain = isWanted(PLAIN.name) ? [PLAIN] : [];
  const connect = isWanted('connect') ? [ourEngine('connect')] : [];
  const contestants = new Set([syn, ...connect, ...best.values(), ...plain, cappedSyn]);
  const figures = await race.measure([...contestants], rounds);
  console.log(`\n${cell.name}: ${cell.what}, median of ${rounds}`);
  printTable(figures);
  const ours = figures.find(({ contestant }) => contestant === syn);
  if (isRecorded && ours) {
    const { runs, missed, wrong } = ours;
    keepFigures(recordFile, cell.name, { what: cell.what, runs, open: race.open, missed, wrong });
  }
  return {
    comparisons: comparisonsOf(cell, { figures, best, syn, cappedSyn, isWanted }),
    eventLoopDelaysMs: figures.flatMap(({ eventLoopDelayP99Ms }) => eventLoopDelayP99Ms ?? []),
  };
}

interface CellFigures {
  readonly figures: readonly Figures[];
  readonly best: ReadonlyMap<string, Contestant>;
  readonly syn: Contestant;
  readonly cappedSyn: Contestant;
  readonly isWanted: Options['isWanted'];
}

interface Rival {
  readonly peerName: string;
  readonly ours: Contestant;
  readonly peer: Contestant | undefined;
  readonly goalRatio: number | undefined;
}

function comparisonsOf(cell: Cell, { figures, best, syn, cappedSyn, isWanted }: CellFigures): Comparison[] {
  const { nmapSyn, masscan, nmapPlain } = cell.goals;
  const goals = new Map([
    ['nmap -sS', nmapSyn],
    ['masscan', masscan],
  ]);
  const wanted = [...goals.keys()].filter((peerName) => goals.get(peerName) !== undefined && isWanted(peerName));
  const rivals: Rival[] = [...new Set([...wanted, ...best.keys()])].map((peerName) => ({
    peerName,
    ours: peerName.endsWith('capped') ? cappedSyn : syn,
    peer: best.get(peerName),
    goalRatio: goals.get(peerName),
  }));
  if (nmapPlain !== undefined && isWanted(PLAIN.name)) {
    rivals.push({ peerName: PLAIN.name, ours: syn, peer: PLAIN, goalRatio: nmapPlain });
  }
  const figuresOf = (contestant: Contestant | undefined) => figures.find((each) => each.contestant === contestant);
  return rivals.map(({ peerName, ours, peer, goalRatio }): Comparison => {
    const our = figuresOf(ours);
    if (our === undefined) throw new Error(`${cell.name}: ${ours.name} did not get through`);
    const their = figuresOf(peer);
    return {
      name: `scan lab, ${cell.name}`,
      unit: 'scans/h',
      ours: 3600 / our.seconds,
      peerName,
      peer: their === undefined ? null : 3600 / their.seconds,
      goalRatio: goalRatio ?? null,
      correct: errorsOf(our) === 0,
    };
  });
}

/** @returns nothing where nothing was measured */
function eventLoopComparisons(delaysMs: readonly number[]): Comparison[] {
  if (delaysMs.length === 0) return [];
  const comparison = {
    name: 'scan lab, event loop beside a scan',
    unit: 'turns/s at p99',
    ours: 1000 / Math.max(...delaysMs),
    peerName: `limit of ${EVENT_LOOP_LIMIT_MS} ms`,
    peer: 1000 / EVENT_LOOP_LIMIT_MS,
    goalRatio: 1,
    correct: true,
  };
  return [comparison];
}

interface Options {
  readonly cells: readonly Cell[];
  readonly rounds: number;
  /** Whether a contestant takes part, by the name of the peer. */
  readonly isWanted: (name: string) => boolean;
  readonly isRecorded: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      cells: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      once: { type: 'boolean', default: false },
      ours: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      peers: { type: 'string' },
    },
  });
  const names = values.cells?.split(',') ?? CELLS.map(({ name }) => name);
  const cells = names.map((name) => {
    const cell = CELLS.find((each) => each.name === name);
    if (cell === undefined)
      throw new Error(`No cell '${name}'. There are: ${CELLS.map((each) => each.name).join(', ')}`);
    return cell;
  });
  const wanted = values.ours ? ['connect'] : values.peers?.split(',');
  const isWanted = (name: string) => wanted === undefined || wanted.includes(name);
  return { cells, rounds: values.once ? 1 : Number(values.rounds), isWanted, isRecorded: values.record };
}

const options = readOptions();
const missing = missingTools();
if (missing.length > 0) {
  console.log(`!!! The scan lab needs ${missing.join(', ')}: NOTHING WAS MEASURED.`);
  printComparisons([]);
} else {
  const directory = mkdtempSync(join(tmpdir(), 'scan-lab-runs-'));
  const lab = await Lab.build();
  const stop = async (): Promise<never> => {
    await lab.tearDown();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const results: CellResult[] = [];
    for (const cell of options.cells) results.push(await runCell(cell, lab, options, directory));
    printComparisons([
      ...results.flatMap(({ comparisons }) => comparisons),
      ...eventLoopComparisons(results.flatMap(({ eventLoopDelaysMs }) => eventLoopDelaysMs)),
    ]);
  } finally {
    await lab.tearDown();
    rmSync(directory, { recursive: true, force: true });
  }
}
