import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(() => service?.stop());

interface Request {
  readonly key: number;
  readonly account: number | null;
}

const limits = { key: 3, account: 7 };

const request: fc.Arbitrary<Request> = fc.record({ key: fc.nat(3), account: fc.option(fc.nat(1)) });
const batches = fc.array(
  fc.record({ afterSeconds: fc.nat(40), requests: fc.array(request, { minLength: 1, maxLength: 12 }) }),
  { minLength: 1, maxLength: 6 },
);

it('requests that are counted together find what they would find one after another', async () => {
  const { pool } = service.store.database;
  await fc.assert(
    fc.asyncProperty(batches, async (rounds) => {
      const [own, other] = [randomUUID(), randomUUID()];
      const key = (run: string, request: Request) => `key:${run}:${request.key}:${request.account}`;
      const account = (run: string, request: Request) =>
        request.account === null ? null : `account:${run}:${request.account}`;
      const together: unknown[] = [];
      const alone: unknown[] = [];
      let seconds = 0;
      for (const { afterSeconds, requests: round } of rounds) {
        seconds += afterSeconds;
        const { rows } = await pool.query(
          `SELECT own_hits, shared_hits FROM count_requests($1, $2, $3, $4, make_interval(secs => $5)) ORDER BY n`,
          [
            round.map((request) => key(own, request)),
            round.map(() => limits.key),
            round.map((request) => account(own, request)),
            round.map(() => limits.account),
            seconds,
          ],
        );
        together.push(...rows);
        for (const request of round) {
          const one = await pool.query(
            `SELECT own_hits, shared_hits FROM count_request($1, $2, $3, $4, make_interval(secs => $5))`,
            [key(other, request), limits.key, account(other, request), limits.account, seconds],
          );
          alone.push(one.rows[0]);
        }
      }
      expect(together).toEqual(alone);
    }),
  );
});
