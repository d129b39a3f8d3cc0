/** Ports from..to, both included. */
type PortRange = readonly [from: number, to: number];

/**
 * Ports on which a stranger's bytes can do something in the world: printers print what arrives, old remote shells take it for
 * a login, and industrial controllers have been stopped by less. There we connect, listen and send empty lines. None of those
 * devices answers them; what does answer is something else, and is then asked like any other port.
 */
const delicateRanges: readonly PortRange[] = [
  [102, 102], // Siemens S7
  [502, 502], // Modbus
  [512, 515], // rexec, rlogin, rsh, line printer
  [789, 789], // Red Lion Crimson
  [1911, 1911], // Niagara Fox
  [1962, 1962], // PCWorx
  [2404, 2404], // IEC 60870-5-104
  [4786, 4786], // Cisco Smart Install
  [4840, 4840], // OPC UA
  [4911, 4911], // Niagara Fox inside TLS
  [9100, 9107], // raw printing
  [9600, 9600], // Omron FINS
  [18245, 18246], // GE SRTP
  [20000, 20000], // DNP3
  [20547, 20547], // ProConOS
  [34962, 34964], // PROFINET
  [44818, 44818], // EtherNet/IP
  [47808, 47808], // BACnet
];

export function isDelicatePort(port: number): boolean {
  return delicateRanges.some(([from, to]) => port >= from && port <= to);
}

/** Shorter than the header of any binary protocol above, and nothing that a printer would have to put on paper. */
export const emptyLines = Buffer.from('\r\n\r\n');
