import { expect, it } from 'vitest';
import { untilWorked } from './until-worked.ts';

it('what is kept from working by others is given the time that it has not had', async () => {
  const worked = [0, 0, 1, 9, 10];
  await untilWorked(10, async () => worked.shift()!, new AbortController().signal);
  expect(worked).toEqual([]);
});

it('ends when it is over before', async () => {
  const over = new AbortController();
  const waiting = untilWorked(60_000, async () => 0, over.signal);
  over.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
