import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { alertKinds } from '../src/wiring/alert-kinds.ts';
import { withKindTable } from './kind-table.ts';
import { readCatalogue } from './message-catalogues.ts';

it('the guide lists the kinds of alerts as they are: npm run docs', () => {
  const guide = readFileSync(new URL('../docs/guide/alerts.md', import.meta.url), 'utf8');
  expect(guide).toBe(withKindTable(guide));
});

it('a kind has the messages that its words begin', () => {
  const english = readCatalogue('en');
  const wanted = alertKinds.flatMap(({ mail: { words } }) => [
    `mail.alerts.kind.${words}`,
    `mail.alerts.counted.${words}`,
  ]);
  expect(wanted.filter((key) => !(key in english))).toEqual([]);
});
