import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('..', import.meta.url));

/** What somebody writes who adds one as CONTRIBUTING says, besides texts, tests and documentation. */
interface Addition {
  /** Text by path of a new file. */
  readonly files: Readonly<Record<string, string>>;
  /** By path of a file that there is, a line that stands there, and what is put before it. */
  readonly lines: Readonly<Record<string, readonly (readonly [before: string, added: string])[]>>;
}

const additions = {
  messenger: {
    files: {
      'src/engines/messengers/pigeon.ts': `
import { isUsable, maskUrl } from './addresses.ts';
import { headlineOf } from './message.ts';
import { jsonRequest, type Messenger } from './messenger.ts';
import { readAnswer } from './read-answer.ts';

export const pigeon: Messenger<{ readonly url: string }> = {
  name: 'Pigeon',
  fields: { url: { is: 'the loft' } },
  parse({ url }, expect) {
    expect('url', isUsable(url), 'a loft.');
    return { url: url! };
  },
  mask: maskUrl,
  pages: false,
  knowsRepeats: false,
  paceMs: 1_000,
  render: ({ url }, message) => jsonRequest(url, { text: headlineOf(message) }),
  read: readAnswer,
};
`,
    },
    lines: {
      'src/engines/messengers/messengers.ts': [
        [`import { rocketChat } `, `import { pigeon } from './pigeon.ts';\n`],
        [`  rocketchat: rocketChat,`, `  pigeon,\n`],
      ],
    },
  },
  'kind of alert': {
    files: {
      'src/monitoring/nests/kind.ts': `
import type { AlertKind } from '../alerts/index.ts';

export const nestKind: AlertKind = {
  name: 'nest',
  subject: 'domain',
  family: 'domain_alert',
  actions: ['acknowledge', 'resolve'],
  mail: { minSeverity: 'high', words: 'nests' },
  describe: async (_operation, alerts) =>
    alerts.map(({ domain }) => ({ title: \`A nest in \${domain}\`, explanation: 'Look up.', facts: [] })),
};
`,
    },
    lines: {
      'src/wiring/alert-kinds.ts': [
        [`import { portKind } `, `import { nestKind } from '../monitoring/nests/kind.ts';\n`],
        [`];`, `  nestKind,\n`],
      ],
    },
  },
  'source of leaks': {
    files: {
      'src/engines/leak-sources/magpie.ts': `
import type { LeakService } from './leak-service.ts';

export const magpie: LeakService<null> = {
  name: 'magpie',
  title: 'Magpie',
  key: 'none',
  create: () => ({
    name: 'magpie',
    attribution: { name: 'Magpie', url: null, licence: null },
    async *find() {},
  }),
};
`,
    },
    lines: {
      'src/engines/leak-sources/create-leak-sources.ts': [
        [`import type { DigestSecret } `, `import { magpie } from './magpie.ts';\n`],
        [`ransomwareLive };`, `magpie, `],
      ],
    },
  },
  command: {
    files: {
      'src/commands/feed-commands.ts': `
import type { Command } from 'commander';
import { contextOf } from './run-command.ts';

export function defineFeed(feed: Command): void {
  feed.description('feed them').action((_options, command: Command) => {
    contextOf(command).output.result({ fed: true }, 'Fed.');
  });
}
`,
    },
    lines: {
      'src/commands/command-groups.ts': [
        [`  workers: () =>`, `  feed: () => import('./feed-commands.ts').then(({ defineFeed }) => defineFeed),\n`],
      ],
    },
  },
} satisfies Record<string, Addition>;

let tree: string;

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'additions-'));
  const isNoTest = (path: string) => !/\.test\.ts$/.test(basename(path)) && basename(path) !== 'testing';
  await cp(join(repository, 'src'), join(tree, 'src'), { recursive: true, filter: isNoTest });
  for (const name of ['locales', 'migrations', 'node_modules', 'package.json', 'tsconfig.json'])
    await symlink(join(repository, name), join(tree, name));
  const options = { extends: './tsconfig.json', include: ['src'] };
  await writeFile(join(tree, 'tsconfig.src.json'), JSON.stringify(options));
  for (const { files, lines } of Object.values<Addition>(additions)) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(tree, path)), { recursive: true });
      await writeFile(join(tree, path), text);
    }
    for (const [path, edits] of Object.entries(lines)) {
      let text = await readFile(join(tree, path), 'utf8');
      for (const [before, added] of edits) {
        expect(text.split(before), `${path} has ${before}`).toHaveLength(2);
        text = text.replace(before, added + before);
      }
      await writeFile(join(tree, path), text);
    }
  }
});
afterAll(async () => {
  if (tree) await rm(tree, { recursive: true, force: true });
});

it.each(Object.entries<Addition>(additions))('a %s touches three files at most', (_name, { files, lines }) => {
  expect(Object.keys(files).length + Object.keys(lines).length).toBeLessThanOrEqual(3);
});

it('the compiler asks for nothing else', async () => {
  await run('npx', ['tsc', '-p', 'tsconfig.src.json'], { cwd: tree }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`);
  });
});

/** What a program that stands in the tree prints, as JSON. */
async function printed(program: string, ...words: readonly string[]): Promise<unknown> {
  const environment = { PATH: process.env.PATH, LEAK_SOURCES: 'magpie' };
  const { stdout } = await run(process.execPath, [program, ...words], { cwd: tree, env: environment });
  return JSON.parse(stdout);
}

it('the program knows all of them with that', async () => {
  const script = `
import { createLeakSources } from './src/engines/leak-sources/create-leak-sources.ts';
import { parseTarget, targetTypes } from './src/engines/messengers/messengers.ts';
import { parseConfig } from './src/installation/config.ts';
import { alertKinds } from './src/wiring/alert-kinds.ts';

const { leakSources } = parseConfig();
const surroundings = { clock: { now: () => new Date() }, digestSecret: null };
console.log(JSON.stringify({
  type: targetTypes.at(-2),
  target: parseTarget('pigeon', { url: 'https://loft.example/' }),
  kind: alertKinds.at(-1).name,
  sources: createLeakSources({ userAgent: 'x', ...leakSources }, surroundings).map(({ name }) => name),
}));
`;
  await writeFile(join(tree, 'look.ts'), script);
  expect(await printed('look.ts')).toEqual({
    type: 'pigeon',
    target: { target: { type: 'pigeon', url: 'https://loft.example/' } },
    kind: 'nest',
    sources: ['magpie'],
  });
  expect(await printed('src/main.ts', 'feed', '--json')).toEqual({ fed: true });
});
