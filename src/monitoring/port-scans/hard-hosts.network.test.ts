/** Hosts that are hard to tell of, in network namespaces that the tests make, by the real engines. Needs root. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  canMakeNamespaces,
  type Rules,
  TARGET,
  Target,
} from '../../engines/port-scanner/syn/testing/half-open-network.ts';
import type { ScanOutcome, ScanTask } from './testing/scan-task.ts';

const run = promisify(execFile);
const task = fileURLToPath(new URL('./testing/scan-task.ts', import.meta.url));
const longestMs = 170_000;
const hasNamespaces = process.getuid?.() === 0 && canMakeNamespaces();
if (!hasNamespaces)
  process.stderr.write('\nSKIPPED: namespaces need root, unshare, iproute2 and nftables. Hard hosts are NOT tested.\n');

const truth = [80, 443, 3050];
const ports = '1-1000,3050';

/** Scans a host that listens on 80, 443 and 3050, behind these rules. */
async function scan(rules: Rules, wanted: Omit<ScanTask, 'address'>, backlog?: number): Promise<ScanOutcome[]> {
  const target = await Target.start(truth, backlog);
  try {
    const [command = '', ...words] = [...target.beside(rules), process.execPath, task];
    const asked = JSON.stringify({ address: TARGET, ...wanted } satisfies ScanTask);
    const { stdout } = await run(command, [...words, asked], { timeout: longestMs });
    return JSON.parse(stdout) as ScanOutcome[];
  } finally {
    await target.stop();
  }
}

const engines = ['syn', 'connect'] as const;
const resetsLimitedTo = (perSecond: number): Rules => ({
  input: [],
  output: [`tcp flags & rst == rst limit rate over ${perSecond}/second burst 20 packets drop`],
});
const icmpLimitedTo = (perSecond: number): Rules => ({
  input: [`tcp dport != { ${truth.join(', ')} } reject with icmpx type port-unreachable`],
  output: [`meta l4proto { icmp, icmpv6 } limit rate over ${perSecond}/second burst 6 packets drop`],
});

describe.skipIf(!hasNamespaces)('a host', { tags: ['iproute2', 'nftables'], timeout: 180_000 }, () => {
  it.each([5, 30, 200, 1_000].flatMap((perSecond) => engines.map((engine) => ({ perSecond, engine }))))(
    'that limits its resets to $perSecond a second is told of in its first scan ($engine)',
    async (given) => {
      const outcomes = await scan(resetsLimitedTo(given.perSecond), { engine: given.engine, tcp: ports });
      expect(outcomes).toEqual([{ open: truth, condition: null, missingPorts: 0 }]);
    },
  );

  it.each([5, 30, 200, 1_000].flatMap((perSecond) => engines.map((engine) => ({ perSecond, engine }))))(
    'that limits what it rejects by ICMP to $perSecond a second is told of in its first scan ($engine)',
    async (given) => {
      const outcomes = await scan(icmpLimitedTo(given.perSecond), { engine: given.engine, tcp: ports });
      expect(outcomes).toEqual([{ open: truth, condition: null, missingPorts: 0 }]);
    },
  );

  it.each(engines)(
    'of which one of two machines refuses is told of once it answered, and nothing else is (%s)',
    async (engine) => {
      const every = 'tcp dport 443 tcp flags & (syn | ack) == syn numgen random mod 2 < 1 reject with tcp reset';
      const outcomes = await scan({ input: [every] }, { engine, tcp: '75-90,443,3050', times: 12 });
      for (const { open, missingPorts, condition } of outcomes) {
        expect(truth).toEqual(expect.arrayContaining([...open]));
        expect(open).toEqual(expect.arrayContaining([80, 3050]));
        expect([missingPorts, condition]).toEqual([0, null]);
      }
      expect(outcomes.filter(({ open }) => open.includes(443)).length).toBeGreaterThan(3);
    },
  );

  it.each(engines)(
    'that drops every second connection to a port is told of whole in each scan (%s)',
    async (engine) => {
      const every = 'tcp dport 3050 tcp flags & (syn | ack) == syn numgen random mod 2 < 1 drop';
      const [first, ...others] = await scan({ input: [every] }, { engine, tcp: '75-90,443,3050', times: 4 });
      expect(first!.open.filter((port) => !truth.includes(port))).toEqual([]);
      for (const outcome of [first!, ...others]) {
        expect(outcome.condition).toBeNull();
        expect(outcome.open).toEqual(expect.arrayContaining([80, 443]));
      }
      expect([first!, ...others].some(({ open }) => open.includes(3050))).toBe(true);
    },
  );

  it.each([1, 16, 128, 400].flatMap((backlog) => engines.map((engine) => ({ backlog, engine }))))(
    'whose every port leads to one listener with room for $backlog connections answers everything ($engine)',
    async ({ backlog, engine }) => {
      const one = 'chain one { type nat hook prerouting priority -100; tcp dport 1-65535 redirect to :443\n}';
      const outcomes = await scan({ input: [], sets: [one] }, { engine, tcp: ports }, backlog);
      expect(outcomes).toMatchObject([{ open: [], condition: 'answers_everything' }]);
    },
  );
});
