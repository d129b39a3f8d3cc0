/**
 * What one look at the ports of a daemon leaves in its logs: what it prints, what it writes to files that are called like logs, and
 * what it tells syslog.
 */

import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../comparison.ts';
import { type Daemon, directoryOf } from './daemon.ts';
import { bannedLines } from './fail2ban.ts';
import { identifyAll } from './identify-all.ts';

const goalMedian = 20;
/** Logs are written a moment after what they tell. */
const settleMs = 1500;
const longestLog = 4 * 1024 * 1024;

interface LoggedLines {
  readonly daemon: Daemon;
  readonly lines: readonly string[];
}

/** Takes what daemons of the root tell syslog, into a file of its /var/log. Before they start. */
export function listenToSyslog(rootDirectory: string): void {
  const script = `
import re, socket, sys
listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(sys.argv[1] + '/dev/log')
import os; os.chmod(sys.argv[1] + '/dev/log', 0o666)
with open(sys.argv[1] + '/var/log/syslog', 'w') as log:
    while True:
        message = listener.recv(65536).decode('utf-8', 'replace').rstrip('\\n\\0')
        print(re.sub(r'^<\\d+>(\\w{3} [ \\d]\\d [\\d:]{8}) ', r'\\1 shop ', message), file=log, flush=True)`;
  spawn('python3', ['-c', script, rootDirectory], { stdio: 'inherit' });
}

/** Asks one daemon after the other, so that what is logged is known to be about it, and prints what that left. */
export async function reportLogLines(
  daemons: readonly Daemon[],
  rootOf: (daemon: Daemon) => string,
  fail2banRoot: string | null,
): Promise<void> {
  const logged: LoggedLines[] = [];
  for (const daemon of daemons) logged.push({ daemon, lines: await linesOfOneLook(daemon, rootOf(daemon)) });
  const most = logged
    .toSorted((a, b) => b.lines.length - a.lines.length)
    .filter(({ lines }) => lines.length > goalMedian);
  const middle = median(logged.map(({ lines }) => lines.length));
  console.log(
    `\nlines in logs by one look, median of ${logged.length} daemons: ${middle} (goal: at most ${goalMedian})`,
  );
  for (const { daemon, lines } of most) console.log(`  ${lines.length} ${daemon.name}: ${lines[0]?.slice(0, 160)}`);
  if (fail2banRoot === null) console.log('!!! no fail2ban: NOT COMPARED with what bans');
  else printBans(logged, fail2banRoot);
}

function printBans(logged: readonly LoggedLines[], fail2banRoot: string): void {
  const named = logged.map(({ daemon, lines }) => ({ program: programOf(daemon), lines }));
  const bans = bannedLines(named, fail2banRoot);
  console.log(`lines that a filter of fail2ban counts: ${bans.length} (goal: none)`);
  for (const { filter, line } of bans) console.log(`  ${filter}: ${line.slice(0, 200)}`);
}

async function linesOfOneLook(daemon: Daemon, rootDirectory: string): Promise<readonly string[]> {
  const before = sizesOfLogs(daemon, rootDirectory);
  await identifyAll(daemon.ports.map(({ port }) => port));
  await delay(settleMs);
  return [...sizesOfLogs(daemon, rootDirectory)].flatMap(([file, size]) =>
    linesFrom(file, before.get(file) ?? 0, size),
  );
}

function sizesOfLogs(daemon: Daemon, rootDirectory: string): Map<string, number> {
  const own = join(rootDirectory, directoryOf(daemon));
  const files = [`${own}.log`, ...logsIn(own), ...logsIn(join(rootDirectory, 'var/log'))];
  return new Map(files.map((file) => [file, statSync(file).size]));
}

function logsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /log|err|out/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function linesFrom(file: string, from: number, to: number): readonly string[] {
  const bytes = Buffer.alloc(Math.min(Math.max(to - from, 0), longestLog));
  const descriptor = openSync(file, 'r');
  readSync(descriptor, bytes, 0, bytes.length, from);
  closeSync(descriptor);
  return bytes.includes(0) ? [] : bytes.toString('utf8').split('\n').filter(Boolean);
}

/** What syslog would call it: the last program that is started. */
function programOf({ start, name }: Daemon): string {
  const programs = [...start.matchAll(/exec (?:\$AS )?([\w./-]+)/g)].map(([, program]) => basename(program!));
  return programs.at(-1) ?? name;
}
