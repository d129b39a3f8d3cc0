/** The scan thread: takes commands from the scanner, drives the scheduler, answers with reports. */

import { parentPort, workerData } from 'node:worker_threads';

import { RawLink } from './raw-link.ts';
import type { ScanReport, SynLimits, ThreadCommand } from './syn-protocol.ts';
import { SynScheduler } from './syn-scheduler.ts';

if (parentPort === null) throw new Error('syn-thread.ts runs as a worker thread only');
const scanner = parentPort;

const scheduler = new SynScheduler(
  {
    limits: workerData as SynLimits,
    newCookieKey: () => crypto.getRandomValues(new Uint32Array(2)),
    report: (report: ScanReport) => scanner.postMessage(report, [report.verdicts.buffer]),
  },
  (listener) => new RawLink(listener),
  performance.now(),
);

let isTurning = false;

function turn(): void {
  const pause = scheduler.turn(performance.now());
  isTurning = !scheduler.isIdle;
  if (!isTurning) return;
  scheduler.rest(pause);
  // Commands are read in between.
  setImmediate(turn);
}

function begin(command: Extract<ThreadCommand, { type: 'scan' }>): void {
  try {
    scheduler.begin(command, performance.now());
  } catch (error) {
    const localError = (error as Error).message;
    const verdicts = new Uint8Array(command.ports.length);
    scanner.postMessage({ id: command.id, verdicts, hostAnswered: false, localError } satisfies ScanReport);
    return;
  }
  if (!isTurning) setImmediate(turn);
  isTurning = true;
}

scanner.on('message', (command: ThreadCommand) => {
  if (command.type === 'scan') begin(command);
  else if (command.type === 'abort') scheduler.abort(command.id);
  else {
    scheduler.abortAll();
    scanner.close();
  }
});

// The kernel knows nothing of threads: sockets would outlive a thread that dies.
process.on('exit', () => scheduler.abortAll());
