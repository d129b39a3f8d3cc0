import type { Family } from '../addresses.ts';
import type { JudgedPorts } from '../judge-ports.ts';
import { readFirewallDump } from '../read-firewall-dump.ts';
import { sourceInEnglish } from '../sources.ts';
import type { Probe } from './namespace-agent.ts';
import { callers, type OracleNetwork, serverAddresses, strangerCount } from './oracle-network.ts';

/** One dump of the ruleset that is loaded, and the families that it speaks of. */
export interface Dump {
  readonly name: string;
  readonly text: string;
  readonly families: readonly Family[];
  /** Whether it leaves out something that decides, so that much of it must stay unknown. */
  readonly isPartial?: boolean;
}

export interface OracleComparison {
  /** Ports of all families and protocols that were judged and probed. */
  readonly compared: number;
  /** Those of dumps that leave nothing out, and the undecided ones of these. */
  readonly comparedWhole: number;
  readonly unknown: number;
  /** What the reader says that the kernel does not do. */
  readonly disagreements: readonly string[];
}

/** Reads dumps of one ruleset and compares what they say with what the kernel does with real packets. */
export async function compareWithKernel(network: OracleNetwork, dumps: readonly Dump[]): Promise<OracleComparison> {
  const readings = dumps.flatMap((dump) => dump.families.map((family) => read(dump, family)));
  const targets = (['ipv4', 'ipv6'] as const).map((family) => {
    const own = readings.filter((reading) => reading.family === family);
    return { family, own, probes: own.length === 0 ? [] : probesFor(family, portsToProbe(own)) };
  });
  const passed = await network.probe(targets.flatMap(({ probes }) => probes));
  const observed = new Observed(
    targets.flatMap(({ probes }) => probes),
    passed,
  );
  const comparison = { compared: 0, comparedWhole: 0, unknown: 0, disagreements: [] as string[] };
  for (const { family, own } of targets) {
    const ports = portsToProbe(own);
    for (const reading of own) {
      for (const transport of ['tcp', 'udp'] as const) {
        for (const port of ports) {
          const judged = reading.ports.find(
            (range) => range.transport === transport && range.start <= port && port <= range.last,
          )!;
          comparison.compared += 1;
          if (!reading.isPartial) {
            comparison.comparedWhole += 1;
            if (judged.verdict === 'unknown') comparison.unknown += 1;
          }
          const problem = disagreement(judged, observed.callersOf(family, transport, port));
          if (problem) comparison.disagreements.push(`${reading.name}, ${family}, ${transport} ${port}: ${problem}`);
        }
      }
    }
  }
  return comparison;
}

interface Reading {
  readonly isPartial: boolean;
  readonly name: string;
  readonly text: string;
  readonly family: Family;
  readonly ports: readonly JudgedPorts[];
}

function read({ name, text, isPartial = false }: Dump, family: Family): Reading {
  const reading = readFirewallDump(text, { format: null, address: serverAddresses[family] });
  if (!reading) throw new Error(`${name} was not recognised:\n${text}`);
  return { isPartial, name, text, family, ports: reading.ports };
}

/** Both ends of every range that was judged, and both sides of every number that looks like a port. */
function portsToProbe(readings: readonly Reading[]): readonly number[] {
  const ports = new Set([1, 65_535]);
  for (const { text, ports: judged } of readings) {
    for (const { start, last } of judged) ports.add(start).add(last);
    for (const [number] of text.matchAll(/(?<![\w.])\d{2,5}(?!\w)/g)) {
      for (const port of [Number(number) - 1, Number(number), Number(number) + 1]) ports.add(port);
    }
  }
  return [...ports].filter((port) => port >= 1 && port <= 65_535).sort((a, b) => a - b);
}

function probesFor(family: Family, ports: readonly number[]): Probe[] {
  return (['tcp', 'udp'] as const).flatMap((transport) =>
    ports.flatMap((port) => callers[family].map((from) => ({ transport, from, to: serverAddresses[family], port }))),
  );
}

class Observed {
  readonly #passed = new Set<string>();

  constructor(probes: readonly Probe[], passed: readonly boolean[]) {
    for (const [index, { transport, from, port }] of probes.entries()) {
      if (passed[index]) this.#passed.add(`${from} ${transport} ${port}`);
    }
  }

  callersOf(family: Family, transport: string, port: number): readonly boolean[] {
    return callers[family].map((from) => this.#passed.has(`${from} ${transport} ${port}`));
  }
}

/** Null: the kernel does what was said. */
function disagreement({ verdict, source, lines }: JudgedPorts, passed: readonly boolean[]): string | null {
  const strangers = passed.slice(0, strangerCount);
  const isRight = {
    open: strangers.every(Boolean),
    // Callers that are in lists are no strangers.
    open_except_listed: strangers.every(Boolean),
    // Whom a privilege lets in, the oracle's callers cannot show; a list may refuse all whom another rule lets in.
    restricted:
      !strangers.some(Boolean) &&
      (passed.some(Boolean) || source.except !== null || source.needs !== null || source.others.length > 0),
    closed: !passed.some(Boolean),
    unknown: true,
  }[verdict];
  return isRight
    ? null
    : `${verdict} ${sourceInEnglish(source)} (lines ${lines.join(', ')}), but the kernel lets pass ${passed.map(Number).join('')}`;
}
