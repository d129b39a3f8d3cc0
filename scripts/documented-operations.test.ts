import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { buildProgram } from '../src/commands/program.ts';

const repository = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const programs = globSync(['test/**/*.test.ts', 'test/support/**/*.ts', 'scripts/try-*.sh', 'src/**/*.test.ts'], {
  cwd: repository,
}).map((path) => ({ path, text: read(path) }));

/** Commands that are not ours, by how they begin: which file runs them, and as what; or why nothing does. */
const others: Readonly<Record<string, { readonly ranBy: string; readonly as: string } | { readonly not: string }>> = {
  'apt install postgresql': { ranBy: 'scripts/try-package.sh', as: 'apt install' },
  ...Object.fromEntries(
    [
      'password=$(openssl',
      'runuser -u postgres',
      'umask 077',
      'printf ',
      'openssl ',
      'mkdir -p /etc/ssl/breakwater',
      'cp /usr/lib/breakwater/ops/proxy/nginx.conf',
      'systemctl enable --now breakwater-api@8080',
      'systemctl restart nginx',
      'until ',
      'KEY=',
      'curl --cacert',
      'grep \'"port"\'',
    ].map((start) => [start, { ranBy: 'scripts/try-package.sh', as: '### From nothing to a first alert' }]),
  ),
  'npx node bench/machine/run.ts': { not: 'A benchmark: minutes, and a machine of its own.' },
  'npm ci': { ranBy: 'scripts/try-package.sh', as: 'npm ci' },
  'npm ci --omit=dev': { ranBy: 'scripts/package-release.ts', as: "['ci', '--omit=dev'" },
  'npm run build': { ranBy: 'scripts/package-release.ts', as: "'run', '--silent', 'build'" },
  'npm run release -- --snapshot': { ranBy: 'test/acceptance/release.test.ts', as: '--snapshot' },
  'npm run package:debian': { ranBy: 'scripts/try-package.sh', as: 'npm run --silent package:debian' },
  'apt install ./breakwater_': { ranBy: 'scripts/try-package.sh', as: 'dpkg --install /package.deb' },
  'apt update': { ranBy: 'test/acceptance/signed-release.test.ts', as: "'update'" },
  'apt install breakwater': { ranBy: 'test/acceptance/signed-release.test.ts', as: "'install', 'breakwater=" },
  'curl --fail --output /etc/apt/keyrings/': { not: 'It fetches a file from a web server of the operator’s.' },
  "echo 'deb [signed-by=": { ranBy: 'test/acceptance/signed-release.test.ts', as: '`deb [signed-by=' },
  'sha256sum --check': { not: 'A tool of the system reads what the release wrote by the same rule.' },
  'useradd --system': { ranBy: 'test/acceptance/release.test.ts', as: 'useradd --system' },
  'mkdir -p /opt/breakwater': { ranBy: 'test/acceptance/release.test.ts', as: 'mkdir -p /opt/breakwater' },
  'tar -xzf breakwater-': { ranBy: 'test/acceptance/release.test.ts', as: 'tar' },
  'ln -sfn breakwater-': { ranBy: 'test/acceptance/release.test.ts', as: '/opt/breakwater/current' },
  'ln -s /opt/breakwater/current/bin/breakwater-installed': {
    ranBy: 'test/acceptance/release.test.ts',
    as: 'ln -s /opt/breakwater/current/bin/breakwater-installed',
  },
  'cp /opt/breakwater/current/ops/systemd/': {
    ranBy: 'test/acceptance/release.test.ts',
    as: 'cp /opt/breakwater/current/ops/systemd/*.{service,timer} /etc/systemd/system/',
  },
  'systemctl daemon-reload': { ranBy: 'test/acceptance/release.test.ts', as: 'systemctl daemon-reload' },
  'docker build': { ranBy: 'scripts/try-image.sh', as: '--file "$here/ops/container/Dockerfile"' },
  'docker tag': { not: 'There was no Docker, and no registry.' },
  'docker push': { not: 'There was no Docker, and no registry.' },
  'kubectl create secret': { not: 'There was no cluster.' },
  'kubectl exec': { not: 'There was no cluster; a test makes partners by the same command.' },
  'helm install': { not: 'There was no Helm; a test renders the chart by the engine of its templates.' },
  'DATABASE_URL=': { ranBy: 'test/support/pooler.ts', as: 'pool_mode' },
  'DATABASE_LISTEN_URL=': { not: 'It is set beside the one before.' },
  'set -o pipefail': { not: 'A setting of the shell.' },
  'aws s3 cp': { not: 'Another’s program; a test reads the same pipe.' },
  'MAIL_BOUNCE_ADDRESS=': { not: 'A setting, which tests set.' },
  'MAIL_BOUNCE_TOKEN=': { not: 'A setting, which tests set.' },
  'curl --silent --fail --max-time 30 --data-binary': {
    not: 'It asks a portal on the internet; a test posts the same.',
  },
  "sed 's/+/%2B/')": { not: 'Of the same script.' },
};

/** The commands of blocks of shell, one each: continued lines are joined, comments and what is set for one command left out. */
function commandsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, block]) => block!.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/\s+#.*$/, ''))
    .flatMap((line) => line.split(/ (?:&&|\|) /))
    .map((command) =>
      command
        .trim()
        .replace(/^(?:[A-Z_]+=(?!\$\()\S+ )+/, '')
        .replace(/^npx (?=breakwater)/, ''),
    );
}

const documented = commandsOf(read('docs/operations.md'));
const [ours, theirs] = [true, false].map((isOurs) =>
  documented.filter((command) => command.startsWith('breakwater ') === isOurs),
) as [string[], string[]];

it('every command of ours in docs/operations.md is one that a test runs, with its options', async () => {
  expect(ours.length).toBeGreaterThan(20);
  const program = await buildProgram([]);
  const notRun: string[] = [];
  for (const command of ours) {
    const words = command.split(' ').slice(1);
    let at: Command = program;
    const path: string[] = [];
    for (const word of words) {
      const next = at.commands.find((each) => each.name() === word);
      if (next === undefined) break;
      path.push(word);
      at = next;
    }
    expect(path.length, command).toBeGreaterThan(0);
    const known = new Set(at.options.map(({ long }) => long));
    const options = words.filter((word) => word.startsWith('--'));
    expect(
      options.filter((option) => !known.has(option)),
      command,
    ).toEqual([]);
    const inArray = path.map((word) => `'${word}'`).join(', ');
    const inShell = `breakwater ${path.join(' ')}`;
    const running = programs.filter(({ text }) => text.includes(inArray) || text.includes(inShell));
    for (const option of options)
      if (!running.some(({ text }) => text.includes(option))) notRun.push(`${command}: ${option}`);
    if (running.length === 0) notRun.push(command);
  }
  expect(notRun).toEqual([]);
});

it('every other command of docs/operations.md is run by a file that is named, or the reason why not', () => {
  const isKnown = (command: string) => Object.keys(others).some((start) => command.startsWith(start));
  expect(theirs.filter((command) => !isKnown(command))).toEqual([]);
  const unused = Object.keys(others).filter((start) => !documented.some((command) => command.startsWith(start)));
  // Settings stand by themselves in their blocks.
  expect(unused).toEqual([]);
  for (const how of Object.values(others)) if ('ranBy' in how) expect(read(how.ranBy), how.ranBy).toContain(how.as);
});
