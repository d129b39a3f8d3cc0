import { appendFileSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';

/** COST_DIR: keeps there what each test file took of the processors, for scripts/test-cost.ts; the database's own work is not in it. */
const directory = process.env.COST_DIR;
const repository = fileURLToPath(new URL('../..', import.meta.url));
const ticksPerSecond = 100;

/** What this process and its ended children took of the processors since it began, in seconds. */
function processorSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, cutime, cstime
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

if (directory) {
  let before = 0;
  // What is declared first begins first and ends last. What a process loads is not in it: the file that happens to be its first would pay.
  beforeAll(() => {
    before = processorSeconds();
  });
  afterAll(() => {
    const file = relative(repository, expect.getState().testPath!);
    const line = JSON.stringify({ file, seconds: processorSeconds() - before });
    appendFileSync(join(directory, `${process.pid}.jsonl`), `${line}\n`);
  });
}
