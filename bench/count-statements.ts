import pg from 'pg';

/** Counts what all connections of this process send from now on, BEGIN and COMMIT included. @returns how many so far */
export function countStatements(): () => number {
  let sent = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    sent += 1;
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  return () => sent;
}
