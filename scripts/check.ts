/**
 * What to run before a commit: lint, types and the quick tests, side by side. Arguments are paths of further tests.
 * Prints what failed, and how long each step took; the exit code is 1 if any failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Each room's front door, the invariants of capacity, and what every route has to keep: seconds, not minutes. */
const serviceTests = [
  'acceptance/account.test',
  'acceptance/alerts-at-once',
  'acceptance/customer-changes',
  'acceptance/customers-by-urgency',
  'acceptance/domains.test',
  'acceptance/endpoint-states',
  'acceptance/endpoints-group',
  'acceptance/idempotency',
  'acceptance/monitoring-alerts',
  'acceptance/monitoring-overview',
  'acceptance/portal-sessions',
  'acceptance/sign-in.test',
  'acceptance/subscriptions',
  'acceptance/sync-services',
  'acceptance/usage',
  'golden/coverage',
  'properties/provisioning-model',
  'tenancy/every-route',
];

/** @returns the test files that were changed since the last commit, those of changed units with them; none of `browser` */
function changedTests(): string[] {
  const args = ['status', '--porcelain', '--untracked-files=all', '--no-renames'];
  const { stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  const changed = stdout.split('\n').map((line) => line.slice(3));
  const tests = changed.map((path) => path.replace(/(?:\.test)?\.tsx?$/, '.test.ts'));
  return [...new Set(tests)].filter((path) => /^(?:src|scripts|portal\/src|test)\/.*\.test\.ts$/.test(path));
}

/** Runs a command to its end. @returns whether it succeeded */
async function step(name: string, command: string, args: readonly string[], environment = {}): Promise<boolean> {
  const start = performance.now();
  const child = spawn(command, args, {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'exit');
  const [printed, complaints, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  if (exitCode !== 0) process.stdout.write(printed + complaints);
  console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds} s`);
  return exitCode === 0;
}

/** Runs one step after the other, whatever became of those before. @returns whether all succeeded */
async function inOrder(...steps: (() => Promise<boolean>)[]): Promise<boolean> {
  let isSound = true;
  for (const run of steps) isSound = (await run()) && isSound;
  return isSound;
}

const vitest = ['vitest', 'run', '--reporter=dot', '--passWithNoTests'];
const fewRuns = { PROPERTY_RUNS: '10' };
const asked = [...changedTests(), ...process.argv.slice(2)];
const results = await Promise.all([
  inOrder(
    () => step('lint', 'npm', ['run', '--silent', 'lint']),
    () => step('types', 'npm', ['run', '--silent', 'typecheck']),
  ),
  inOrder(
    () => step('units', 'npx', [...vitest, '--project', 'unit'], fewRuns),
    () =>
      step('the API on a database', 'npx', [...vitest, '--project', 'service*', ...serviceTests], {
        PROPERTY_RUNS: '10',
      }),
    async () => asked.length === 0 || step('what was changed', 'npx', [...vitest, '--project=!browser*', ...asked]),
  ),
]);
process.exitCode = results.every(Boolean) ? 0 : 1;
