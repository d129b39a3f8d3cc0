/**
 * What we read from firewall dumps beside what the kernel does: random rulesets are loaded with the real tools in a network
 * namespace, dumped in every way that we read, and every class of ports is probed from another namespace.
 *
 *   npx node bench/firewall-oracle/run.ts [iptables] [nftables] [ufw] [--share=10] [--seed=1] [--record]
 *
 * 1,000 rulesets of iptables and of nftables, 200 of ufw; --share=10 takes a tenth; --record keeps the figures for the
 * documentation. Needs root and the packages iproute2,
 * iptables, nftables and ufw. Goal: no disagreement, and at most 5 % of the ports undecided.
 */

import { join } from 'node:path';
import { type OracleKind, oracleKinds, runOracle } from '../../src/engines/firewall-dumps/oracle/run-oracle.ts';
import { type Comparison, printComparisons } from '../comparison.ts';
import { keepFigures } from '../kept-figures.ts';

const rulesets: Readonly<Record<OracleKind, number>> = { iptables: 1_000, nftables: 1_000, ufw: 200 };
const mostUnknown = 0.05;
const recordFile = join(import.meta.dirname, 'accuracy.json');

function option(name: string): number | undefined {
  const text = process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  return text === undefined ? undefined : Number(text);
}

async function compare(kind: OracleKind): Promise<Comparison> {
  const count = Math.ceil(rulesets[kind] / (option('share') ?? 1));
  const startedAtMs = performance.now();
  const result = await runOracle(kind, count, option('seed') ?? 1);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const unknown = result.unknown / result.comparedWhole;
  console.log(
    `${kind}: ${result.rulesets} rulesets in ${seconds.toFixed(0)} s, ${result.compared.toLocaleString('en')} verdicts, ` +
      `${(100 * unknown).toFixed(2)} % undecided, ${result.disagreements.length} disagreements`,
  );
  for (const text of result.disagreements.slice(0, 3)) console.log(text);
  const { compared, comparedWhole, disagreeing } = result;
  if (process.argv.includes('--record'))
    keepFigures(recordFile, kind, {
      rulesets: result.rulesets,
      compared,
      comparedWhole,
      unknown: result.unknown,
      disagreeing,
    });
  return {
    name: `firewall verdicts, ${kind}`,
    unit: 'rulesets as the kernel has it',
    ours: result.rulesets - result.disagreeing,
    peerName: 'all',
    peer: result.rulesets,
    goalRatio: 1,
    correct: result.rulesets === count && unknown <= mostUnknown,
  };
}

const wanted = oracleKinds.filter((kind) => process.argv.includes(kind));
const comparisons: Comparison[] = [];
for (const kind of wanted.length > 0 ? wanted : oracleKinds) comparisons.push(await compare(kind));
printComparisons(comparisons);
