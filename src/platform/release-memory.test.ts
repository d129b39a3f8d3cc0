import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('./release-memory.ts', import.meta.url).href;

/** Keeps some 40 MB, replaces all of it again and again, and prints the heap's largest size, in multiples of what is kept. */
const program = `
  import { collectGarbageEarly } from '${module}';
  collectGarbageEarly();
  const piece = () => Array.from({ length: 1_000 }, (_, index) => ({ index }));
  const kept = Array.from({ length: 1_000 }, piece);
  let largest = 0;
  for (let round = 0; round < 6_000; round += 1) {
    kept[round % kept.length] = piece();
    largest = Math.max(largest, process.memoryUsage().heapUsed);
  }
  globalThis.gc();
  console.log(largest / process.memoryUsage().heapUsed, kept.length);
`;

test('the heap does not grow to a multiple of what is alive', () => {
  // So much as V8 takes for itself on a machine of 16 GB, whatever this one has.
  const flags = ['--expose-gc', '--max-semi-space-size=1', '--max-old-space-size=4096'];
  const printed = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(Number(printed.split(' ')[0])).toBeLessThan(2);
});
