/**
 * A slow, lossy cable between two network namespaces: two TUN devices, and every packet waits between them and is lost
 * at times. Linux has netem for that, but not every kernel brings it.
 *
 *   node delayed-link.ts <namespace> <device> <namespace> <device> <delay in ms> <loss in per cent>
 *
 * Says "ready" and ends with its standard input. Needs root and koffi.
 */

import { openSync } from 'node:fs';
import koffi from 'koffi';

const CLONE_NEWNET = 0x4000_0000;
const TUNSETIFF = 0x4004_54ca;
const IFF_TUN = 1;
const IFF_NO_PI = 0x1000;
const INTERFACE_REQUEST_BYTES = 40;
const MAX_PACKET_BYTES = 2048;
const PACKETS_PER_TURN = 256;
/** Sent packets are dropped from a queue so many at a time. */
const FORGET_AFTER = 4096;

const libc = koffi.load('libc.so.6');
const setns = libc.func('int setns(int, int)');
const open = libc.func('int open(const char *, int)');
const ioctl = libc.func('int ioctl(int, unsigned long, void *)');
const read = libc.func('long read(int, void *, size_t)');
const write = libc.func('long write(int, void *, size_t)');
const O_RDWR_NONBLOCK = 0o4002;

interface DelayedPacket {
  readonly dueMs: number;
  readonly bytes: Buffer;
}

/** A TUN device in a named namespace; the descriptor outlives the visit. */
function tunIn(namespace: string, device: string): number {
  if (setns(openSync(`/run/netns/${namespace}`, 'r'), CLONE_NEWNET) !== 0) throw new Error(`setns ${namespace}`);
  const descriptor: number = open('/dev/net/tun', O_RDWR_NONBLOCK);
  const request = Buffer.alloc(INTERFACE_REQUEST_BYTES);
  request.write(device);
  request.writeUInt16LE(IFF_TUN | IFF_NO_PI, 16);
  if (descriptor < 0 || ioctl(descriptor, TUNSETIFF, request) !== 0) throw new Error(`no TUN device ${device}`);
  return descriptor;
}

const [firstNamespace = '', firstDevice = '', secondNamespace = '', secondDevice = '', delay, loss] =
  process.argv.slice(2);
const delayMs = Number(delay);
const lossShare = Number(loss) / 100;
const ends = [tunIn(firstNamespace, firstDevice), tunIn(secondNamespace, secondDevice)] as const;
const buffer = Buffer.alloc(MAX_PACKET_BYTES);
const directions = [
  { from: ends[0], to: ends[1], queue: [] as DelayedPacket[], sent: 0 },
  { from: ends[1], to: ends[0], queue: [] as DelayedPacket[], sent: 0 },
];

function forward(direction: (typeof directions)[number]): boolean {
  const nowMs = performance.now();
  let taken = 0;
  for (; taken < PACKETS_PER_TURN; taken += 1) {
    const length = Number(read(direction.from, buffer, MAX_PACKET_BYTES));
    if (length <= 0) break;
    if (Math.random() < lossShare) continue;
    direction.queue.push({ dueMs: nowMs + delayMs, bytes: Buffer.from(buffer.subarray(0, length)) });
  }
  for (
    let next = direction.queue[direction.sent];
    next && next.dueMs <= nowMs;
    next = direction.queue[direction.sent]
  ) {
    write(direction.to, next.bytes, next.bytes.length);
    direction.sent += 1;
  }
  if (direction.sent > FORGET_AFTER) direction.sent -= direction.queue.splice(0, direction.sent).length;
  return taken > 0 || direction.queue.length > direction.sent;
}

function turn(): void {
  const isBusy = directions.map(forward).some(Boolean);
  if (isBusy) setImmediate(turn);
  else setTimeout(turn, 1);
}

process.stdin.resume().on('end', () => process.exit());
process.stdout.write('ready\n');
turn();
