import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recognisers } from '../src/engines/service-identification/recognisers/registry.ts';
import { withServiceTables } from './service-table.ts';

const document = readFileSync(new URL('../docs/service-identification.md', import.meta.url), 'utf8');

describe('docs/service-identification.md', () => {
  it('lists what is recognised and how, as the recognisers have it (npm run docs)', () => {
    expect(document).toBe(withServiceTables(document));
    for (const { service } of recognisers) expect(document).toContain(`| \`${service}\` |`);
  });
});
