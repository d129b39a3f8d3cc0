/**
 * Runs everything that can be tested on this machine. Arguments go to vitest. The last line of output is
 * `N passed, N failed`, with `, N skipped` when some were; the exit code is vitest's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatSkippedTests, formatTestOutcome, readTestOutcome } from './test-outcome.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** @returns the packages that tests need and that could not be installed */
function prepareEnvironment(): string[] {
  // Set by who has already tried to install them.
  const args = process.env.TEST_TOOLS_PREPARED === '1' ? ['--check'] : [];
  const script = join(repository, 'scripts', 'prepare-test-environment.sh');
  const { stdout, error } = spawnSync('bash', [script, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error !== undefined) console.log(`SKIPPED LOUDLY: the test environment was not prepared: ${error.message}`);
  return (stdout ?? '').split('\n').filter((line) => line !== '');
}

/** @returns vitest's exit code, as a shell gives it: 128 + n after signal n */
async function runVitest(args: readonly string[], reportPath: string): Promise<number> {
  const vitest = join(repository, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], { cwd: repository, stdio: 'inherit' });
  // A terminal interrupts both of us: vitest then stops its database, and we still report.
  process.on('SIGINT', () => {});
  // Who ends us may have told vitest too, and a second signal would cut its cleaning up short.
  process.on('SIGTERM', () => setTimeout(() => child.kill('SIGTERM'), 1_000).unref());
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return exitCode ?? 128 + constants.signals[signal!];
}

const missingTools = prepareEnvironment();
for (const tool of missingTools) {
  console.log(`SKIPPED LOUDLY: ${tool} is not installed: tests that need it are skipped`);
}

const directory = mkdtempSync(join(tmpdir(), 'test-report-'));
const reportPath = join(directory, 'report.json');
try {
  const exitCode = await runVitest(process.argv.slice(2), reportPath);
  const reportText = existsSync(reportPath) ? readFileSync(reportPath, 'utf8') : undefined;
  const outcome = readTestOutcome(reportText, exitCode);
  for (const line of formatSkippedTests(outcome.skipped, missingTools)) console.log(line);
  console.log(formatTestOutcome(outcome));
  process.exitCode = exitCode === 0 && outcome.failed > 0 ? 1 : exitCode;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
