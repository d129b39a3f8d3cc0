/**
 * Runs tests. Without arguments: all that `npm test` has, with few runs of each property. Arguments go to vitest, and choose for
 * themselves; --cost says what each file took of the processors. The last line of output is `N passed, N failed`, with `, N skipped`
 * when some were; the exit code is vitest's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longProjects } from '../vitest.config.ts';
import { formatCosts, readCosts } from './test-cost.ts';
import { formatSkippedTests, formatTestOutcome, readTestOutcome } from './test-outcome.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** @returns the packages that tests need and that are not installed */
function missingTools(): string[] {
  const script = join(repository, 'scripts', 'prepare-test-environment.sh');
  const { stdout } = spawnSync('bash', [script, '--check'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return (stdout ?? '').split('\n').filter((line) => line !== '');
}

/** @returns vitest's exit code, as a shell gives it: 128 + n after signal n */
async function runVitest(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const vitest = join(repository, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: repository,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  // A terminal interrupts both of us: vitest then stops its database, and we still report.
  process.on('SIGINT', () => {});
  // Who ends us may have told vitest too, and a second signal would cut its cleaning up short.
  process.on('SIGTERM', () => setTimeout(() => child.kill('SIGTERM'), 1_000).unref());
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return exitCode ?? 128 + constants.signals[signal!];
}

/** One line that says what `npm test` does not run: its projects, and how many files each has. */
function formatLeftOut(): string {
  const counts = longProjects.map(({ test: { name, include, exclude } }) => {
    const files = globSync([...include!], { cwd: repository, exclude: [...(exclude ?? [])] });
    return `${name} (${files.length})`;
  });
  return `Left out, and run by \`npm run test:all\`, files of: ${counts.join(', ')}`;
}

const args = process.argv.slice(2).filter((arg) => arg !== '--cost');
const showsCost = process.argv.includes('--cost');
const isShort = args.length === 0;
const chosen = isShort ? ['--project', '!*-long'] : args;
const directory = mkdtempSync(join(tmpdir(), 'test-report-'));
const reportPath = join(directory, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
try {
  const exitCode = await runVitest([...reporters, ...chosen], {
    ...(isShort ? { PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '10' } : {}),
    ...(showsCost ? { COST_DIR: directory } : {}),
  });
  const reportText = existsSync(reportPath) ? readFileSync(reportPath, 'utf8') : undefined;
  const outcome = readTestOutcome(reportText, exitCode);
  if (showsCost) for (const line of formatCosts(readCosts(directory))) console.log(line);
  for (const line of formatSkippedTests(outcome.skipped, missingTools())) console.log(line);
  if (isShort) console.log(formatLeftOut());
  console.log(formatTestOutcome(outcome));
  process.exitCode = exitCode === 0 && outcome.failed > 0 ? 1 : exitCode;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
