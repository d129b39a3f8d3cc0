import { describe, expect, test } from 'vitest';
import { findNameViolations, readVocabulary } from './exported-names.ts';
import { useSourceTree } from './testing/source-tree.ts';

const tree = useSourceTree();
const none = { avoided: new Map<string, string>(), shared: new Set<string>() };

describe('the page of words', () => {
  const page = [
    '| word | what it is | not |',
    '|---|---|---|',
    '| partner | a hosting company | tenant, reseller |',
    '| plan | what is paid for | |',
    '',
    '| name | why |',
    '|---|---|',
    '| `ScanCommand` | two engines |',
  ];

  test('says which words are avoided, what is said instead, and which names stand for two things', () => {
    expect(readVocabulary(page.join('\n'))).toEqual({
      avoided: new Map([
        ['tenant', 'partner'],
        ['reseller', 'partner'],
      ]),
      shared: new Set(['ScanCommand']),
    });
  });
});

describe('an exported name', () => {
  test.each([
    'export const tenantId = 1;',
    'export function findTenant() {}',
    'export interface TenantRow {}',
    'export type { A } from "./a.ts";\nexport type LISTTenant = 1;',
    'export class Tenant {}',
  ])('has no word that is avoided: %s', (code) => {
    tree.write('src/core/api/a.ts', ...code.split('\n'));
    const violations = findNameViolations(tree.path, { ...none, avoided: new Map([['tenant', 'partner']]) });
    expect(violations).toEqual([expect.stringMatching(/^src\/core\/api\/a\.ts:\d .*: we say partner, not tenant$/)]);
  });

  test('may hold an avoided word within another one', () => {
    tree.write('src/core/api/a.ts', 'export const maintenance = 1;');
    expect(findNameViolations(tree.path, { ...none, avoided: new Map([['ten', 'x']]) })).toEqual([]);
  });

  test('stands for one thing', () => {
    tree.write('src/core/api/a.ts', 'export interface Page {}');
    tree.write('src/identity/branding/b.ts', '', 'export type Page = 1;');
    expect(findNameViolations(tree.path, none)).toEqual([
      'src/core/api/a.ts:1 Page is another thing in src/identity/branding/b.ts',
    ]);
  });

  test('may stand for two for a reason, which goes with the second', () => {
    tree.write('src/core/api/a.ts', 'export interface Page {}');
    tree.write('src/identity/branding/b.ts', 'export type Page = 1;');
    const shared = new Set(['Page']);
    expect(findNameViolations(tree.path, { ...none, shared })).toEqual([]);
    tree.write('src/identity/branding/b.ts');
    expect(findNameViolations(tree.path, { ...none, shared })).toEqual([
      'docs/vocabulary.md:1 Page stands for one thing: strike its reason',
    ]);
  });

  test('may be overloaded', () => {
    tree.write('src/core/api/a.ts', 'export function f(a: string): void;', 'export function f(a: unknown) {}');
    expect(findNameViolations(tree.path, none)).toEqual([]);
  });
});

describe('a word of an engine', () => {
  test('is its own as long as nobody outside imports it', () => {
    tree.write('src/engines/capacity/a.ts', 'export interface Step {}');
    tree.write('src/engines/remediation/a.ts', 'export interface Step {}');
    tree.write('src/core/api/a.ts', 'export interface Step {}');
    expect(findNameViolations(tree.path, none)).toEqual([]);
    tree.write('src/core/api/b.ts', "import type { Step } from '../../engines/capacity/a.ts';");
    expect(findNameViolations(tree.path, none)).toHaveLength(1);
  });

  test('stands for one thing in it', () => {
    tree.write('src/engines/capacity/a.ts', 'export interface Step {}');
    tree.write('src/engines/capacity/b.ts', 'export interface Step {}');
    expect(findNameViolations(tree.path, none)).toHaveLength(1);
  });
});
