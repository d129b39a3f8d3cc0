import type { AddressSet } from './addresses.ts';
import type { Budget } from './budget.ts';
import { intersect, sameIntervals, subtract, unite } from './intervals.ts';
import type { Gap } from './rule-model.ts';
import type { Choice } from './steps.ts';

/** Why packets are where they are. */
export interface Trace {
  /** Lines of the rules that decided, ascending. */
  readonly lines: readonly number[];
  /** Whether one of them names the ports. */
  readonly named: boolean;
  /** Rules that nobody can tell whether they match. */
  readonly doubts: readonly Doubt[];
}

export interface Doubt extends Gap {
  readonly line: number;
}

/** Packets to the ports from `start` up to `end`, which is not one of them, from these sources. */
export interface Cell {
  readonly start: number;
  readonly end: number;
  readonly sources: AddressSet;
  readonly trace: Trace;
}

/** So many lines and doubts are kept: enough to look into, and bounded. */
const keptReasons = 16;

export const noTrace: Trace = { lines: [], named: false, doubts: [] };

/** A part of a cell, and what a step does to it. */
export interface Matched extends Cell {
  readonly choice: Choice;
}

/** What a step matches of cells, which are sorted and disjoint; `cells` stay as they are. */
export function peek(cells: readonly Cell[], choices: readonly Choice[], budget: Budget): Matched[] {
  const matched: Matched[] = [];
  for (const choice of choices) {
    budget.spend(1, 'rules');
    for (let i = firstAfter(cells, choice.start); i < cells.length && cells[i]!.start < choice.end; i += 1) {
      const part = partOf(cells[i]!, choice, budget);
      if (part) matched.push(part);
    }
  }
  return matched;
}

/** Null: none of it. */
function partOf(cell: Cell, choice: Choice, budget: Budget): Matched | null {
  budget.spend(1, 'rules');
  const sources = choice.sources === null ? cell.sources : budget.combine(intersect, cell.sources, choice.sources);
  if (sources.length === 0) return null;
  const start = Math.max(cell.start, choice.start);
  const end = Math.min(cell.end, choice.end);
  return { start, end, sources, trace: cell.trace, choice };
}

/**
 * The same, and takes it out: what is left of the cells is in `rest`.
 * @param cells must not be used again
 */
export function take(
  cells: Cell[],
  choices: readonly Choice[],
  budget: Budget,
): { readonly matched: readonly Matched[]; readonly rest: Cell[] } {
  const matched: Matched[] = [];
  if (choices.length > fewChoices) return { matched, rest: takeFromAll(cells, choices, matched, budget) };
  for (const choice of choices) {
    const first = firstAfter(cells, choice.start);
    let end = first;
    while (end < cells.length && cells[end]!.start < choice.end) end += 1;
    // What comes behind is moved, which is cheap, but not for nothing.
    budget.spend(1 + ((cells.length - end) >>> 7), 'rules');
    const rest = takeFromAll(cells.slice(first, end), [choice], matched, budget);
    if (end - first === rest.length) for (const [index, cell] of rest.entries()) cells[first + index] = cell;
    else if (rest.length < mostAtOnce) cells.splice(first, end - first, ...rest);
    else cells = [...cells.slice(0, first), ...rest, ...cells.slice(end)];
  }
  return { matched, rest: cells };
}

/** So many are looked for one by one; with more, all cells are gone through. */
const fewChoices = 8;
/** A call cannot have more arguments than fit on the stack. */
const mostAtOnce = 10_000;

/** What is left of cells that are gone through from the first to the last. */
function takeFromAll(cells: readonly Cell[], choices: readonly Choice[], matched: Matched[], budget: Budget): Cell[] {
  const rest: Cell[] = [];
  let next = 0;
  budget.spend(cells.length >>> 3, 'rules');
  for (const cell of cells) {
    while (next < choices.length && choices[next]!.end <= cell.start) next += 1;
    let left = cell;
    for (let i = next; i < choices.length && choices[i]!.start < cell.end; i += 1) {
      const part = partOf(left, choices[i]!, budget);
      if (!part) continue;
      matched.push(part);
      if (left.start < part.start) rest.push({ ...left, end: part.start });
      const sources = part.sources === left.sources ? [] : budget.combine(subtract, left.sources, part.sources);
      if (sources.length > 0) rest.push({ ...left, start: part.start, end: part.end, sources });
      left = { ...left, start: part.end };
    }
    if (left.start < left.end) rest.push(left);
  }
  return rest;
}

export function withDoubt(cell: Cell, doubt: Doubt): Cell {
  const { trace } = cell;
  return { ...cell, trace: { ...trace, doubts: joinDoubts(trace.doubts, [doubt]) } };
}

/** The cell after rules, or a policy, decided about it. What names the ports says more than what does not. */
export function decided({ start, end, sources, trace }: Cell, lines: readonly number[], named: boolean): Cell {
  const cell = { start, end, sources, trace };
  if (named) return { ...cell, trace: { ...trace, named, lines: trace.named ? joinLines(trace.lines, lines) : lines } };
  return trace.named ? cell : { ...cell, trace: { ...trace, lines } };
}

/** One sorted and disjoint list of cells, whatever their order and overlap: where they overlap, sources and reasons are united. */
export function mergeCells(lists: readonly (readonly Cell[])[], budget: Budget): Cell[] {
  const cells = lists.flat().sort((a, b) => a.start - b.start);
  budget.spend(cells.length, 'rules');
  const merged: Cell[] = [];
  // Those that reach over the present position.
  let active: Cell[] = [];
  let position = 0;
  const advanceTo = (target: number) => {
    while (active.length > 0 && position < target) {
      const end = active.reduce((least, cell) => Math.min(least, cell.end), target);
      appendCell(merged, uniteCells(active, position, end, budget));
      position = end;
      active = active.filter((cell) => cell.end > position);
    }
    position = target;
  };
  for (const cell of cells) {
    advanceTo(cell.start);
    active.push(cell);
  }
  advanceTo(Number.MAX_SAFE_INTEGER);
  return merged;
}

function uniteCells(cells: readonly Cell[], start: number, end: number, budget: Budget): Cell {
  let { sources, trace } = cells[0]!;
  for (const cell of cells.slice(1)) {
    budget.spend(1, 'rules');
    if (cell.sources !== sources) sources = budget.combine(unite, sources, cell.sources);
    trace = joinTraces(trace, cell.trace);
  }
  return { start, end, sources, trace };
}

function appendCell(cells: Cell[], cell: Cell): void {
  const last = cells.at(-1);
  if (last && last.end === cell.start && last.trace === cell.trace && sameSources(last.sources, cell.sources))
    cells[cells.length - 1] = { ...last, end: cell.end };
  else cells.push(cell);
}

function sameSources(a: AddressSet, b: AddressSet): boolean {
  return a === b || (a.length <= 8 && sameIntervals(a, b));
}

export function joinTraces(a: Trace, b: Trace): Trace {
  if (a === b) return a;
  const named = a.named || b.named;
  const linesOf = (trace: Trace) => (trace.named === named ? trace.lines : []);
  return { named, lines: joinLines(linesOf(a), linesOf(b)), doubts: joinDoubts(a.doubts, b.doubts) };
}

export function joinLines(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a === b || b.length === 0) return a;
  return [...new Set([...a, ...b])].sort((one, other) => one - other).slice(0, keptReasons);
}

export function joinDoubts(a: readonly Doubt[], b: readonly Doubt[]): readonly Doubt[] {
  if (a === b) return a;
  const added = b.filter((doubt) => !a.some((known) => known.line === doubt.line));
  return added.length === 0 ? a : [...a, ...added].slice(0, keptReasons);
}

/** Index of the first of sorted and disjoint intervals of ports that ends after a port, or the length. */
export function firstAfter(intervals: readonly { readonly end: number }[], port: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (intervals[middle]!.end <= port) low = middle + 1;
    else high = middle;
  }
  return low;
}
