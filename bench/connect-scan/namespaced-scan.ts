/** Scans ports 1 to the given one of an address, as fast as it goes, and prints the open ones as JSON. */

import { createConnectScanner } from '../../src/engines/port-scanner/connect/connect-scanner.ts';
import { UNPACED } from './unpaced.ts';

const [address = '', lastPort] = process.argv.slice(2);
const scanner = createConnectScanner({ ...UNPACED, threads: 1 });
const tcp = Array.from({ length: Number(lastPort) }, (_, index) => index + 1);
const { open } = await scanner.scan({ address, ports: { tcp, udp: [] } });
await scanner.close();
console.log(JSON.stringify(open.map(({ port }) => port)));
