import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Keeps what a run measured, by name, with the commit that it measured: docs/accuracy.md is made of it. */
export function keepFigures(file: string, name: string, figures: object): void {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  writeFileSync(file, `${JSON.stringify({ ...kept, [name]: { commit, ...figures } }, null, 2)}\n`);
}
