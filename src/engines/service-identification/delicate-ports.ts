/** Ports from..to, both included. */
type PortRange = readonly [from: number, to: number];

/** Printers print what arrives, and old remote shells take it for a login. There we connect, listen and send empty lines. */
const printingRanges: readonly PortRange[] = [
  [512, 515], // rexec, rlogin, rsh, line printer
  [9100, 9107], // raw printing
];

/**
 * Industrial controllers and switches have been stopped by a few strange bytes, and to a radio's remote control letters are commands (T
 * transmits). There we connect and listen.
 */
const untouchableRanges: readonly PortRange[] = [
  [102, 102], // Siemens S7
  [502, 502], // Modbus
  [789, 789], // Red Lion Crimson
  [1911, 1911], // Niagara Fox
  [1962, 1962], // PCWorx
  [2404, 2404], // IEC 60870-5-104
  [4532, 4533], // Hamlib
  [4786, 4786], // Cisco Smart Install
  [4840, 4840], // OPC UA
  [4911, 4911], // Niagara Fox inside TLS
  [9600, 9600], // Omron FINS
  [18245, 18246], // GE SRTP
  [20000, 20000], // DNP3
  [20547, 20547], // ProConOS
  [34962, 34964], // PROFINET
  [44818, 44818], // EtherNet/IP
  [47808, 47808], // BACnet
];

/** A stranger's bytes can do something in the world there. What answers empty lines is something else, and asked like any other port. */
export function isDelicatePort(port: number): boolean {
  return isIn(printingRanges, port) || isUntouchablePort(port);
}

/** Delicate ports to which not even empty lines are sent. */
export function isUntouchablePort(port: number): boolean {
  return isIn(untouchableRanges, port);
}

function isIn(ranges: readonly PortRange[], port: number): boolean {
  return ranges.some(([from, to]) => port >= from && port <= to);
}

/**
 * What listens there takes what it is sent and answers nobody: each foreign byte is a line in its log, or kept as data. Only the likely and the
 * dangerous are asked there.
 */
const sinks: ReadonlySet<number> = new Set([
  ...[2003, 2004, 2023, 2024], // Carbon, which keeps measurements for Graphite
  3632, // distcc
  5044, // Logstash
  12201, // GELF, to Graylog
  24224, // Fluentd
  ...[601, 6514], // syslog
]);

export function isSink(port: number): boolean {
  return sinks.has(port);
}

/** Nothing that a printer would have to put on paper. */
export const emptyLines = Buffer.from('\r\n\r\n');
