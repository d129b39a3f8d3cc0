import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('floor-baseline.txt', import.meta.url);
/** The name of the rule at the end of a violation, `(door)`: a line with nothing else lets the whole rule go. */
const ruleOf = (violation: string) => /\([a-z-]+\)$/.exec(violation)?.[0] ?? '';

/**
 * The violations that are not known in floor-baseline.txt, and the lines there that nothing needs any more: it only shrinks.
 * With `--shrink` as an argument of the command those lines are taken out.
 */
export function beyondBaseline(violations: readonly string[]): string[] {
  const known = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const found = new Set(violations.flatMap((violation) => [violation, ruleOf(violation)]));
  const [needed, idle] = [known.filter((line) => found.has(line)), known.filter((line) => !found.has(line))];
  if (process.argv.includes('--shrink')) writeFileSync(file, needed.map((line) => `${line}\n`).join(''));
  return [
    ...violations.filter((violation) => !known.includes(violation) && !known.includes(ruleOf(violation))),
    ...(process.argv.includes('--shrink')
      ? []
      : idle.map((line) => `Not so any more: npm run lint:floors -- --shrink. ${line}`)),
  ];
}
