import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type ProblemCode, problemCodes, problemStatus } from '../src/core/api/problems.ts';
import { apiDocument } from './api-document.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const guide = readdirSync(join(root, 'docs/guide'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/guide/${file}`);
/** What integrators read. */
const pages = [
  ...guide,
  'docs/api.md',
  'docs/webhooks.md',
  'client/README.md',
  'integrations/php-client/README.md',
  'integrations/python-client/README.md',
];
/** By page its text outside of examples. */
const prose = new Map(pages.map((file) => [file, read(file).replace(/^```.*?^```/gms, '')]));
const document = await apiDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);

/** What the guide names that is no word of the API. */
const others = new Set([
  ...['starter', 'professional', 'business', 'enterprise', 'single'], // plans
  ...['Allow', 'Origin', 'Deprecation', 'Sunset', 'DELETE'], // of HTTP
  'deprecated', // of OpenAPI
  ...['syncServices', 'Comparison', 'AddressCheck', 'ServiceState', 'SignIn', 'Reconciliation'], // of the client for PHP
]);

/** Where the steps, rules and variables of check-integration are named. */
const checkSources = [
  'commands/check-integration-command',
  'engines/integration-check/rules',
  'engines/integration-check/steps',
].map((name) => `src/${name}.ts`);

/** Pages of the portal, what mails lead to, the documentation, and another service's. */
const elsewhere = [
  '/servers',
  '/domains',
  '/console',
  '/mail',
  '/portal',
  '/sso',
  '/docs',
  '/openapi.json',
  '/v1/firewalls',
];
const isElsewhere = (path: string) =>
  elsewhere.some((each) => path === each || (/^[/?]/.test(path.slice(each.length)) && path.startsWith(each)));

/** What a pattern finds in the pages, as `file: found`. */
function found(pattern: RegExp, isWrong: (match: RegExpMatchArray) => boolean): string[] {
  return [...prose].flatMap(([file, text]) =>
    [...text.matchAll(pattern)].filter(isWrong).map(([whole]) => `${file}: ${whole}`),
  );
}

it('every word in backticks of the guide is one of the API: a state or code that there is not is found', () => {
  // What the document has, as types; the variables of the operator; and what an integration is checked by.
  const sources = ['client/api.ts', 'client/session-api.ts', 'docs/configuration.md', 'docs/cli.md', ...checkSources];
  const known = sources.flatMap((file) => read(file).match(/\w+/g) ?? []);
  const words = new Set([...known, ...others]);
  const unknown = found(/`([A-Za-z]+(?:_[A-Za-z]+)*)`/g, ([, word]) => !words.has(word!) && !/^[A-Z]+_ID$/.test(word!));
  expect(unknown.filter((line) => line.startsWith('docs/guide/'))).toEqual([]);
  expect(words.has('whitelisted')).toBe(false);
});

it('every operation in backticks is one of the API, whatever its ids are called', () => {
  const shape = (name: string) => name.replaceAll(/\{\w+\}/g, '{}').replace(/\?.*/, '');
  const names = new Set(operations.map(({ name }) => shape(name.replace('/api/v1', ''))));
  const wrong = found(
    /`(GET|POST|PUT|DELETE) (?:\/api\/v1)?(\/[^\s`]*)`/g,
    ([, method, path]) => !isElsewhere(path!) && !names.has(shape(`${method} ${path}`)),
  );
  expect(wrong).toEqual([]);
});

it('every path in backticks is one of the API, or the beginning of some', () => {
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const known = ['/api/v1', ...operations.map(({ path }) => shape(path.replace('/api/v1', '')))];
  const wrong = found(/`(?:\/api\/v1(?=\/))?(\/[a-z][\w{}/-]*)`/g, ([, path]) => {
    if (isElsewhere(path!)) return false;
    const sought = shape(path!).replace(/\/$/, '');
    return !known.some((each) => each === sought || each.startsWith(`${sought}/`));
  });
  expect(wrong).toEqual([]);
});

it('a status that stands before a code is that of the code', () => {
  const codes = new Set<string>(problemCodes);
  const isWrong = ([, status, code]: RegExpMatchArray) =>
    codes.has(code!) && problemStatus(code as ProblemCode) !== Number(status);
  expect(found(/\b([45]\d\d),? (?:with )?`([A-Z]+(?:_[A-Z]+)+)`/g, isWrong)).toEqual([]);
  expect(found(/\b([45]\d\d) ([A-Z]+(?:_[A-Z]+)+)\b/g, isWrong)).toEqual([]);
  expect(found(/\b([45]\d\d),? (?:with )?`([A-Z]+(?:_[A-Z]+)+)`/g, () => true).length).toBeGreaterThan(10);
});

it('the longest page of each list is what the limits say', () => {
  const row = prose.get('docs/guide/limits.md')!.match(/^\| Page of a list \|([^|]*)\|/m)![1]!;
  const [usual, ...exceptions] = row.split(';').map((part) => ({
    entries: Number(part.match(/[\d,]+/)![0].replaceAll(',', '')),
    paths: [...part.matchAll(/`([^`]+)`/g)].map(([, path]) => `/api/v1${path}`),
  }));
  const told = new Map(exceptions.flatMap(({ entries, paths }) => paths.map((path) => [path, entries])));
  const limits = operations.flatMap(({ path, operation: { parameters = [] } }) =>
    parameters
      .filter(({ name, in: place }) => place === 'query' && (name === 'limit' || name === 'per_page'))
      .map(({ schema }) => ({ path: path.replace(/\{\w+\}/, '{id}'), entries: schema.maximum })),
  );
  expect(limits.filter(({ path, entries }) => entries !== (told.get(path) ?? usual!.entries))).toEqual([]);
  expect([...told.keys()].filter((path) => !limits.some((limit) => limit.path === path))).toEqual([]);
});
