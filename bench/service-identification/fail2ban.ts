import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BannedLine {
  readonly filter: string;
  readonly line: string;
}

/** Which lines the filters that Debian's package brings count, in the settings that it brings. */
export function bannedLines(
  logged: readonly { readonly program: string; readonly lines: readonly string[] }[],
  rootDirectory: string,
): readonly BannedLine[] {
  // As its own log, and as the journal has what it prints.
  const date = new Date().toUTCString().slice(5, 25);
  const stamp = `${date.slice(3, 6)} ${date.slice(0, 2)} ${date.slice(12)}`;
  const lines = logged.flatMap((of) =>
    of.lines.flatMap((line) => [line, `${stamp} shop ${of.program}[4242]: ${line}`]),
  );
  mkdirSync(join(rootDirectory, 'tmp'), { recursive: true });
  writeFileSync(join(rootDirectory, 'tmp/logged'), lines.join('\n'));
  const filters = readdirSync(join(rootDirectory, 'etc/fail2ban/filter.d')).filter((name) => name.endsWith('.conf'));
  return filters.flatMap((filter) => matchedBy(filter, rootDirectory).map((line) => ({ filter, line })));
}

function matchedBy(filter: string, rootDirectory: string): readonly string[] {
  const options = ['--print-all-matched', '/tmp/logged', `/etc/fail2ban/filter.d/${filter}`];
  const { stdout } = spawnSync('chroot', [rootDirectory, 'fail2ban-regex', ...options], { encoding: 'utf8' });
  const [, matched = ''] = stdout.split('|- Matched line(s):');
  return [...matched.split('`-')[0]!.matchAll(/^\|\s+(.+)$/gm)].map(([, line]) => line!);
}
