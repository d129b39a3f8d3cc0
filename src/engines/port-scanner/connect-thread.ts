/** The scan thread: takes commands from the scanner and answers with reports. */

import { parentPort, workerData } from 'node:worker_threads';

import type { ScanReport, ScanThreadLimits, ThreadCommand } from './connect-protocol.ts';
import { ConnectScheduler } from './connect-scheduler.ts';

if (parentPort === null) throw new Error('connect-thread.ts runs as a worker thread only');
const scanner = parentPort;

// A refused port costs an Error in Node; without its stack trace it costs a third less.
Error.stackTraceLimit = 0;

const scheduler = new ConnectScheduler(workerData as ScanThreadLimits, (report: ScanReport) => {
  scanner.postMessage(report, [report.verdicts.buffer as ArrayBuffer]);
});

scanner.on('message', (command: ThreadCommand) => {
  if (command.type === 'scan') scheduler.begin(command);
  else scheduler.abort(command.id);
});
