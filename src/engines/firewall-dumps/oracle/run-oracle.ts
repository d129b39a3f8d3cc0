import fc from 'fast-check';
import { compareWithKernel, type OracleComparison } from './compare.ts';
import { iptablesRuleset } from './iptables-rulesets.ts';
import { clearIptables, dumpUfw, loadIptables, loadNftables } from './loads.ts';
import { nftablesRuleset } from './nftables-rulesets.ts';
import { OracleNetwork } from './oracle-network.ts';
import { ufwCommand } from './ufw-commands.ts';

export const oracleKinds = ['iptables', 'nftables', 'ufw'] as const;
export type OracleKind = (typeof oracleKinds)[number];

export interface OracleResult {
  /** Rulesets that the tool took and that were compared. */
  readonly rulesets: number;
  /** Ports compared, over all dumps, families and protocols. */
  readonly compared: number;
  /** Those of dumps that leave nothing out, and the undecided ones of these. */
  readonly comparedWhole: number;
  readonly unknown: number;
  /** Rulesets with at least one disagreement. */
  readonly disagreeing: number;
  /** Each with the ruleset that shows it. */
  readonly disagreements: readonly string[];
}

/** Compares the verdicts on random rulesets with what the kernel does. The same seed gives the same rulesets. */
export async function runOracle(kind: OracleKind, count: number, seed: number): Promise<OracleResult> {
  await using network = await OracleNetwork.start();
  const total = {
    rulesets: 0,
    compared: 0,
    comparedWhole: 0,
    unknown: 0,
    disagreeing: 0,
    disagreements: [] as string[],
  };
  const add = ({ compared, comparedWhole, unknown, disagreements }: OracleComparison, ruleset: () => string) => {
    total.rulesets += 1;
    total.compared += compared;
    total.comparedWhole += comparedWhole;
    total.unknown += unknown;
    if (disagreements.length > 0) total.disagreeing += 1;
    total.disagreements.push(...disagreements.slice(0, 3).map((text) => `${text}\n${ruleset()}`));
  };
  await { iptables: compareIptables, nftables: compareNftables, ufw: compareUfw }[kind](network, count, seed, add);
  return total;
}

type Add = (comparison: OracleComparison, ruleset: () => string) => void;

/** Some rulesets are refused by their tool: so many more are made. */
const spare = 1.6;

function sample<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] {
  return fc.sample(arbitrary, { numRuns: Math.ceil(count * spare), seed });
}

async function compareIptables(network: OracleNetwork, count: number, seed: number, add: Add): Promise<void> {
  const both = fc.record({ ipv4: iptablesRuleset('ipv4'), ipv6: iptablesRuleset('ipv6') });
  await network.watch();
  let done = 0;
  for (const [index, rulesets] of sample(both, count, seed).entries()) {
    if (done === count) return;
    // One of five is loaded with the older tools: what they leave in the kernel would count for the others.
    const variant = index % 5 === 0 ? 'legacy' : 'nft';
    const dumps = await loadIptables(network, rulesets, variant);
    if (dumps) {
      add(await compareWithKernel(network, dumps), () => `${variant}\n${rulesets.ipv4}\n${rulesets.ipv6}`);
      done += 1;
    }
    await clearIptables(network, variant);
  }
}

async function compareNftables(network: OracleNetwork, count: number, seed: number, add: Add): Promise<void> {
  let done = 0;
  for (const ruleset of sample(nftablesRuleset, count, seed)) {
    if (done === count) return;
    const dumps = await loadNftables(network, ruleset);
    if (!dumps) continue;
    await network.watch();
    add(await compareWithKernel(network, dumps), () => dumps[0]!.text);
    await network.unwatch();
    done += 1;
  }
}

const liftLimits = `
for tool in iptables ip6tables; do
  $tool-save > /run/$tool.oracle
  grep -v -e '--update --seconds' /run/$tool.oracle | $tool-restore
done`;
const restoreLimits = 'for tool in iptables ip6tables; do $tool-restore < /run/$tool.oracle; done';

/**
 * What the machine itself has in /etc/ufw must not matter. The rules of ufw's limits for IPv6 are in its files once it has
 * written them for the first time, and in the kernel once it has read them again.
 */
const startUfw = `
cp /usr/share/ufw/iptables/*.rules /etc/ufw/
ufw --force enable
ufw allow 9/tcp
ufw delete allow 9/tcp
ufw reload`;

/** Each command makes another ruleset of the one before. */
async function compareUfw(network: OracleNetwork, count: number, seed: number, add: Add): Promise<void> {
  await network.mustRun('sh', ['-ec', startUfw]);
  await network.watch();
  let done = 0;
  for (const command of sample(ufwCommand, count, seed)) {
    if (done === count) break;
    const { status, stdout } = await network.run('ufw', command);
    if (status !== 0 || /Skipping|ERROR/.test(stdout)) continue;
    const dumps = await dumpUfw(network);
    // A verdict is about a stranger's first connection, and the probes are many: what a limit refuses then is taken out.
    await network.mustRun('sh', ['-ec', liftLimits]);
    add(await compareWithKernel(network, dumps), () => dumps[0]!.text);
    await network.mustRun('sh', ['-ec', restoreLimits]);
    done += 1;
  }
}
