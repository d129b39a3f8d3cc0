/** Lints the API document by two linters that others use, by all their recommended rules. Exit code 1 for any error or warning. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiDocument } from './api-document.ts';

const root = join(import.meta.dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'api-document-'));
const document = join(directory, 'openapi.json');
const ruleset = join(directory, 'spectral.json');

/** Redocly's has no switch for warnings, so that its totals are read. Neither tells its makers or looks for a newer version. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' };

function run(program: string, args: readonly string[]): { exitCode: number | null; stdout: string; stderr: string } {
  const outcome = spawnSync(process.execPath, [join(root, 'node_modules/.bin', program), ...args], {
    cwd: directory,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { exitCode: outcome.status, stdout: outcome.stdout, stderr: outcome.stderr };
}

interface RedoclyReport {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly { ruleId: string; message: string; location: readonly { pointer?: string }[] }[];
}

function lintByRedocly(): string[] {
  const { stdout, stderr } = run('redocly', ['lint', '--extends', 'recommended', '--format', 'json', document]);
  const start = stdout.indexOf('{');
  if (start < 0) return [`redocly: ${stderr}`];
  const { totals, problems } = JSON.parse(stdout.slice(start)) as RedoclyReport;
  const { errors, warnings, ignored } = totals;
  console.log(`redocly (recommended): ${errors} errors, ${warnings} warnings`);
  const told = problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer ?? ''}`);
  return errors + warnings + ignored > told.length ? [...told, 'redocly tells the first problems only'] : told;
}

function lintBySpectral(): string[] {
  writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
  const options = ['--ruleset', ruleset, '--fail-severity', 'hint', '--quiet', '--format', 'text'];
  const { exitCode, stdout, stderr } = run('spectral', ['lint', ...options, document]);
  const told = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('No results'));
  console.log(`spectral (spectral:oas): ${exitCode === 0 ? 'no errors, no warnings' : `exit code ${exitCode}`}`);
  return exitCode === 0 ? [] : [...told, stderr];
}

try {
  writeFileSync(document, JSON.stringify(await apiDocument(), null, 1));
  const problems = [...lintByRedocly(), ...lintBySpectral()];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true });
}
