import { expect, it } from 'vitest';
import { compareRegistrations } from './compare-registrations.ts';
import type { Registration } from './domain-look.ts';

const registration = (more: Partial<Registration> = {}): Registration => ({
  statuses: ['active'],
  expiresAt: null,
  registrar: 'Names Inc.',
  registrarId: '7',
  nameServers: ['a.test', 'b.test'],
  ...more,
});

it.each<[string, Partial<Registration>, Partial<Registration>, object | null]>([
  ['nothing', {}, {}, null],
  ['the date and a state', {}, { expiresAt: new Date(0), statuses: ['clienthold'] }, null],
  ['the order of the name servers', {}, { nameServers: ['b.test', 'a.test'] }, null],
  ['how the registrar is written', {}, { registrar: 'Names Incorporated' }, null],
  ['how it is written, without numbers', { registrarId: null }, { registrar: 'NAMES, INC' }, null],
  ['the registrar, which is not told any more', {}, { registrar: null, registrarId: null }, null],
  ['the registrar, which was not told before', { registrar: null, registrarId: null }, {}, null],
  ['the name servers, which are not told any more', {}, { nameServers: [] }, null],
  ['the name servers, which were not told before', { nameServers: [] }, {}, null],
  [
    'the registrar',
    {},
    { registrar: 'Other Ltd', registrarId: '8' },
    { registrar: { before: 'Names Inc.', after: 'Other Ltd' }, nameServers: null },
  ],
  [
    'the registrar, of which one has no number',
    {},
    { registrar: 'Other Ltd', registrarId: null },
    { registrar: { before: 'Names Inc.', after: 'Other Ltd' }, nameServers: null },
  ],
  [
    'the registrar by its number, under the same name',
    {},
    { registrarId: '8' },
    { registrar: { before: 'Names Inc.', after: 'Names Inc.' }, nameServers: null },
  ],
  [
    'one of the name servers',
    {},
    { nameServers: ['a.test', 'c.test'] },
    { registrar: null, nameServers: { before: ['a.test', 'b.test'], after: ['a.test', 'c.test'] } },
  ],
])('what has changed: %s', (_what, before, after, expected) => {
  expect(compareRegistrations(registration(before), registration(after))).toEqual(expected);
});
