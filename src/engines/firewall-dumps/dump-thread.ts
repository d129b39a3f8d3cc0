import { type MessagePort, threadId } from 'node:worker_threads';
import { DumpTooLarge } from './budget.ts';
import { type DumpReport, reportOf } from './dump-report.ts';
import { DumpUnreadable } from './dump-unreadable.ts';
import { type DumpOptions, readFirewallDump } from './read-firewall-dump.ts';

export interface DumpTask {
  readonly dump: string;
  readonly options: DumpOptions;
  /** Gets a `ReadingBegin`: the thread may have had to start first. */
  readonly started: MessagePort;
}

/** Which thread reads, and what it had worked before. */
export interface ReadingBegin {
  readonly threadId: number;
  readonly cpuUsage: NodeJS.CpuUsage;
}

/** Null: no dump of a format that is wanted. A refusal comes as a value, since the class of an error is lost between threads. */
export type DumpResult =
  | { readonly report: DumpReport | null }
  | { readonly tooLarge: string }
  | { readonly unreadable: string };

// One of the threads of DumpReader.
export default function readDump({ dump, options, started }: DumpTask): DumpResult {
  started.postMessage({ threadId, cpuUsage: process.threadCpuUsage() } satisfies ReadingBegin);
  try {
    const reading = readFirewallDump(dump, options);
    return { report: reading && reportOf(reading) };
  } catch (error) {
    if (error instanceof DumpTooLarge) return { tooLarge: error.message };
    if (error instanceof DumpUnreadable) return { unreadable: error.message };
    throw error;
  }
}
