/**
 * A part of the firewall oracle: random rulesets, loaded with the real tools in network namespaces of the test's own, and what
 * we read from their dumps beside what the kernel does with real packets. `bench/firewall-oracle` runs all of it.
 */

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isInstalled } from '../../../scripts/test-tools.ts';
import { type OracleKind, runOracle } from './oracle/run-oracle.ts';

const missing = missingTools();
if (missing.length > 0)
  process.stderr.write(`\nSKIPPED: no ${missing.join(', ')}. That verdicts are those of the kernel is NOT tested.\n`);

function missingTools(): readonly string[] {
  if (spawnSync('unshare', ['--net', '--mount', 'true'], { stdio: 'ignore' }).status !== 0)
    return ['namespaces (root)'];
  return ['ip', 'iptables', 'ip6tables', 'ufw', 'nft'].filter((tool) => !isInstalled(tool));
}

/** Of ufw fewer, because each of its commands takes a quarter of a second. */
const counts: readonly (readonly [OracleKind, number])[] = [
  ['iptables', 30],
  ['nftables', 30],
  ['ufw', 5],
];

describe.skipIf(missing.length > 0)('what a dump says is what the kernel does', () => {
  it.each(counts)(
    '%s: %i random rulesets',
    { tags: ['iproute2', 'iptables', 'nftables', 'ufw'] },
    async (kind, count) => {
      const { rulesets, disagreements, unknown, comparedWhole } = await runOracle(kind, count, 5);
      expect(disagreements).toEqual([]);
      expect(rulesets).toBe(count);
      expect(unknown / comparedWhole).toBeLessThan(0.05);
    },
  );
});
