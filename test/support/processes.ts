import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Processes, zombies aside, that work in a directory or name it on their command line. */
export function processesOf(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => workingDirectory(pid).startsWith(directory) || commandLine(pid).includes(directory));
}

/** Processes, zombies aside, of a process group. */
export function processesOfGroup(groupId: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      // pid (name) state parent group …: the name may hold spaces and brackets.
      const [state, , group] = read(`/proc/${pid}/stat`)
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(group) === groupId && state !== 'Z';
    });
}

function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function commandLine(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

/** Empty when the process is gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
