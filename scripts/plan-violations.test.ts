import { expect, test } from 'vitest';
import { type PlanNode, wideReads } from './plan-violations.ts';

const all = () => true;
const ofPartner: PlanNode = {
  'Node Type': 'Index Scan',
  'Relation Name': 'alerts',
  'Index Name': 'alerts_pkey',
  'Index Cond': '(partner_id = $1)',
};
const above = (type: string, ...Plans: PlanNode[]): PlanNode => ({ 'Node Type': type, Plans });

test('a table that is read from end to end is noticed, wherever in the plan', () => {
  const whole = { 'Node Type': 'Seq Scan', 'Relation Name': 'alerts' };
  expect(wideReads(above('Aggregate', above('Nested Loop', whole)), all)).toEqual([{ table: 'alerts', index: null }]);
});

test('an index that is asked by the partner alone is noticed, one that is asked for more is not', () => {
  expect(wideReads(ofPartner, all)).toEqual([{ table: 'alerts', index: 'alerts_pkey' }]);
  for (const condition of [
    '((partner_id = $1) AND (id = $2))',
    '((partner_id = (InitPlan 1).col1) AND (customer_id = ANY ($3)))',
    '((partner_id = $1) AND (ROW(created_at, id) < ROW($2, $3)))',
    '(lower(name) = $1)',
  ])
    expect(wideReads({ ...ofPartner, 'Index Cond': condition }, all), condition).toEqual([]);
  expect(wideReads({ ...ofPartner, 'Index Cond': '(partner_id = (InitPlan 1).col1)' }, all)).toHaveLength(1);
  const { 'Index Cond': _, ...unasked } = ofPartner;
  expect(wideReads(unasked, all)).toHaveLength(1);
});

test('an index that gives a bitmap is one of the table above it', () => {
  const { 'Relation Name': _, ...bitmap } = { ...ofPartner, 'Node Type': 'Bitmap Index Scan' };
  const plan = { 'Node Type': 'Bitmap Heap Scan', 'Relation Name': 'alerts', Plans: [bitmap] };
  expect(wideReads(plan, all)).toEqual([{ table: 'alerts', index: 'alerts_pkey' }]);
});

test('a limit ends what is read in order, but not what is sorted or counted first, nor what is computed by itself', () => {
  expect(wideReads(above('Limit', above('Nested Loop', ofPartner)), all)).toEqual([]);
  for (const type of ['Sort', 'Aggregate', 'Hash'])
    expect(wideReads(above('Limit', above(type, ofPartner)), all), type).toHaveLength(1);
  expect(wideReads(above('Limit', { ...ofPartner, 'Subplan Name': 'SubPlan 1' }), all)).toHaveLength(1);
});

test('what is small does not matter', () => {
  expect(wideReads(ofPartner, ({ index }) => index !== 'alerts_pkey')).toEqual([]);
});
