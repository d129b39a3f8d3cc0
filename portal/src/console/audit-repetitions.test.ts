import { expect, it } from 'vitest';
import { repetitionsOf } from './audit-repetitions.ts';
import type { AuditEntry } from './data.ts';

const entry = (id: number, action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `entry-${id}`,
  at: '2026-11-28T20:28:00.000Z',
  actor: { kind: 'api_key', id: 'key-1' },
  action,
  subject_id: `subject-${id}`,
  subject: null,
  billing_customer_id: id,
  request_id: null,
  details: {},
  ...more,
});

const idsOf = (entries: readonly AuditEntry[]) => repetitionsOf(entries).map((alike) => alike.map(({ id }) => id));

it('what the same caller does again and again, be it to different customers, is one', () => {
  const minted = (id: number) => entry(id, 'sign_in.token_minted');
  expect(idsOf([minted(5), minted(4), entry(3, 'endpoint.suspended'), minted(2)])).toEqual([
    ['entry-5', 'entry-4'],
    ['entry-3'],
    ['entry-2'],
  ]);
});

it.each([
  ['another caller did', { actor: { kind: 'api_key', id: 'key-2' } }],
  ['came from elsewhere', { details: { address: '192.0.2.9' } }],
  ['changed something else', { details: { from: { name: 'S' }, to: { name: 'L' } } }],
] satisfies [string, Partial<AuditEntry>][])('what %s stays apart', (_what, more) => {
  const same = { details: { address: '192.0.2.7' } };
  expect(idsOf([entry(2, 'plan.changed', same), entry(1, 'plan.changed', more)])).toHaveLength(2);
});
