import type { Job } from './contestants.ts';
import type { Firewall, Lab, Wire } from './lab.ts';
import { ANSWER_LIMITS, LISTENING, THREE_LISTENING } from './lab.ts';

/** How many times as fast as a peer's best accurate setting we want to be. */
export interface Goals {
  readonly nmapSyn?: number;
  readonly masscan?: number;
  /** `nmap -sS -T4` as it comes. */
  readonly nmapPlain?: number;
}

/** One situation that all scanners are put in. */
export interface Cell {
  readonly name: string;
  readonly what: string;
  readonly wire: Wire;
  readonly firewall: Firewall;
  readonly isFleet: boolean;
  readonly lastPort: number;
  readonly firstPort?: number;
  readonly goals: Goals;
}

const ALL_PORTS = 65_535;

export const CELLS: readonly Cell[] = [
  {
    name: 'answering',
    what: '65,535 ports of a host that resets what is closed',
    wire: 'cable',
    firewall: 'off',
    isFleet: false,
    lastPort: ALL_PORTS,
    goals: { nmapSyn: 1.3 },
  },
  {
    name: 'dropping',
    what: '65,535 ports of a host that drops the rest',
    wire: 'cable',
    firewall: 'drop',
    isFleet: false,
    lastPort: ALL_PORTS,
    goals: { nmapSyn: 3, masscan: 2, nmapPlain: 10 },
  },
  {
    name: 'rejecting',
    what: '65,535 ports of a host that rejects the rest by ICMP',
    wire: 'cable',
    firewall: 'reject',
    isFleet: false,
    lastPort: ALL_PORTS,
    goals: {},
  },
  {
    name: 'lossy answering',
    what: 'the answering host, 20 ms and 2 × 1 % loss away',
    wire: 'lossy-link',
    firewall: 'off',
    isFleet: false,
    lastPort: ALL_PORTS,
    goals: { nmapSyn: 2.5 },
  },
  {
    name: 'lossy dropping',
    what: 'the dropping host, 20 ms and 2 × 1 % loss away',
    wire: 'lossy-link',
    firewall: 'drop',
    isFleet: false,
    lastPort: ALL_PORTS,
    goals: { nmapSyn: 2.5 },
  },
  {
    name: 'fleet',
    what: '1,000 ports of 256 hosts',
    wire: 'cable',
    firewall: 'off',
    isFleet: true,
    lastPort: 1000,
    goals: {},
  },
  {
    name: 'lossy fleet',
    what: '1,000 ports of 256 hosts, 20 ms and 2 × 1 % loss away',
    wire: 'lossy-link',
    firewall: 'off',
    isFleet: true,
    lastPort: 1000,
    goals: { nmapSyn: 4 },
  },
  {
    name: 'one port',
    what: 'one port of 256 hosts, 20 ms and 2 × 1 % loss away',
    wire: 'lossy-link',
    firewall: 'off',
    isFleet: true,
    firstPort: 443,
    lastPort: 443,
    goals: {},
  },
  {
    name: 'rate-limited',
    what: '10,000 ports of a host that drops what comes faster than 2,000/s',
    wire: 'cable',
    firewall: 'rate-limit',
    isFleet: false,
    lastPort: 10_000,
    goals: {},
  },
  {
    name: 'tarpit',
    what: '5,000 ports of a host that accepts everything',
    wire: 'cable',
    firewall: 'answer-all',
    isFleet: false,
    lastPort: 5000,
    goals: {},
  },
  {
    name: 'bad way',
    what: '65,535 ports of a host with three open, which drops the rest, 20 ms and 2 × 6 % loss away',
    wire: 'bad-link',
    firewall: 'drop-but-three',
    isFleet: false,
    lastPort: ALL_PORTS,
    goals: {},
  },
  {
    name: 'flapping',
    what: '1,000 ports of a host that is away for 0.7 s and there for 0.7 s',
    wire: 'cable',
    firewall: 'flapping',
    isFleet: false,
    lastPort: 1000,
    goals: {},
  },
  {
    name: 'half refusing',
    what: '1,000 ports of a host that refuses every other connection',
    wire: 'cable',
    firewall: 'half',
    isFleet: false,
    lastPort: 1000,
    goals: {},
  },
  ...ANSWER_LIMITS.flatMap((limit): Cell[] => [
    {
      name: `resets ${limit}`,
      what: `1,000 ports of a host that sends ${limit} resets a second`,
      wire: 'cable',
      firewall: `resets-${limit}`,
      isFleet: false,
      lastPort: 1000,
      goals: {},
    },
    {
      name: `unreachables ${limit}`,
      what: `1,000 ports of a host that says ${limit} times a second that a port is unreachable`,
      wire: 'cable',
      firewall: `unreachables-${limit}`,
      isFleet: false,
      lastPort: 1000,
      goals: {},
    },
  ]),
];

export function jobOf(
  { wire, isFleet, firstPort = 1, lastPort }: Cell,
  lab: Lab,
): Pick<Job, 'site' | 'bareSender' | 'addresses' | 'firstPort' | 'lastPort'> {
  const { sites, bareSender } = lab;
  const site = sites[wire];
  return { site, bareSender, addresses: isFleet ? site.fleet : [site.address], firstPort, lastPort };
}

/** The open `address:port` pairs that there are to find. */
export function truthOf(
  cell: Cell,
  { addresses, firstPort, lastPort }: Pick<Job, 'addresses' | 'firstPort' | 'lastPort'>,
): ReadonlySet<string> {
  const probed = Array.from({ length: lastPort - firstPort + 1 }, (_, index) => firstPort + index);
  const letThrough = cell.firewall === 'drop-but-three' ? THREE_LISTENING : LISTENING;
  const open = cell.firewall === 'answer-all' ? probed : probed.filter((port) => letThrough.includes(port));
  return new Set(addresses.flatMap((address) => open.map((port) => `${address}:${port}`)));
}
