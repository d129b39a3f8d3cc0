/** The scan thread: takes commands from the scanner and answers with reports. */

import { parentPort, workerData } from 'node:worker_threads';

import type { ScanReport, ScanThreadLimits, ThreadCommand } from './connect-protocol.ts';
import { ConnectScheduler } from './connect-scheduler.ts';
import type { Connector, ProbeOutcome } from './connector.ts';
import { NativeConnector } from './native-connector.ts';
import { NodeConnector } from './node-connector.ts';
import { loadSystemCalls } from './system-calls.ts';

if (parentPort === null) throw new Error('connect-thread.ts runs as a worker thread only');
const scanner = parentPort;

// A refused port costs an Error in Node; without its stack trace it costs a third less.
Error.stackTraceLimit = 0;

const limits = workerData as ScanThreadLimits;
const calls = limits.sockets === 'native' ? await loadSystemCalls() : undefined;

function connectorFor(outcome: ProbeOutcome): Connector {
  const epoll = calls?.createEpoll() ?? -1;
  return calls && epoll >= 0
    ? new NativeConnector(calls, epoll, outcome, limits.maxSockets)
    : new NodeConnector(outcome);
}

const scheduler = new ConnectScheduler(limits, connectorFor, (report: ScanReport) =>
  scanner.postMessage(report, [report.verdicts.buffer as ArrayBuffer]),
);
// A thread's end closes Node's sockets, not those that it got from the kernel itself. Also heard when the thread crashes.
process.on('exit', () => scheduler.close());

scanner.on('message', (command: ThreadCommand) => {
  if (command.type === 'scan') scheduler.begin(command);
  else if (command.type === 'abort') scheduler.abort(command.id);
  else process.exit();
});
