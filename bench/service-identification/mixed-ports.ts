import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Comparison } from '../comparison.ts';
import { identifyAll, mistakes } from './identify-all.ts';
import { runNmap } from './nmap.ts';

const closing = 30;
const silent = 11;
const goalSeconds = 5;

export interface KnownService {
  readonly port: number;
  readonly service: string;
}

/**
 * What a host behind a careless firewall looks like: of 50 open ports 30 hang up at once, 11 never say a word and the
 * rest are services.
 */
export async function compareMixedPorts(services: readonly KnownService[], withNmap: boolean): Promise<Comparison[]> {
  let connectionsToSilent = 0;
  const servers = [
    ...Array.from({ length: closing }, () => createServer((socket) => socket.on('error', () => {}).end())),
    ...Array.from({ length: silent }, () =>
      createServer((socket) => {
        connectionsToSilent += 1;
        socket.on('error', () => {}).resume();
      }),
    ),
  ];
  // A range whose numbers suggest nothing.
  const mute = await Promise.all(servers.map((server, index) => listening(server, 21_100 + index)));
  const ports = [...mute, ...services.map(({ port }) => port)];
  try {
    const ours = await identifyAll(ports);
    const wrongServices = services.filter(({ port, service }) => mistakes(ours.identities.get(port)!, { service })[0]);
    const wrongMute = mute.filter((port) => ours.identities.get(port)?.method === 'probed');
    const correct = wrongServices.length === 0 && wrongMute.length === 0 && ours.seconds <= goalSeconds;
    console.log(`\n${ports.length} ports: ${closing} hang up, ${silent} are silent, ${services.length} are services`);
    console.log(`ours: ${ours.seconds.toFixed(1)} s (goal: ${goalSeconds} s), ${correct ? 'all right' : 'NOT RIGHT'}`);
    console.log(`connections to a port that stays silent: ${(connectionsToSilent / silent).toFixed(0)}`);
    for (const { port, service } of wrongServices)
      console.log(`  port ${port} should be ${service}, not ${ours.identities.get(port)?.service}`);
    for (const port of wrongMute) console.log(`  port ${port} says nothing, but was named`);
    const comparisons: Comparison[] = [];
    for (const options of [['-sV'], ['-sV', '--version-light']]) {
      const nmap = withNmap ? await runNmap(ports, options.slice(1)) : null;
      const found = nmap ? services.filter(({ port }) => nmap.identities.has(port)).length : 0;
      if (nmap)
        console.log(
          `nmap ${options.join(' ')}: ${nmap.seconds.toFixed(1)} s, ${found} of ${services.length} services named`,
        );
      comparisons.push({
        name: `${ports.length} mixed ports`,
        unit: 'ports/min',
        ours: (ports.length / ours.seconds) * 60,
        peerName: `nmap ${options.join(' ')}`,
        peer: nmap && (ports.length / nmap.seconds) * 60,
        goalRatio: 5,
        correct,
      });
    }
    return comparisons;
  } finally {
    for (const server of servers) server.close();
  }
}

async function listening(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
