import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Stands where a value comes. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Every shape that a list can be asked in has a statement. */
const mostKept = 1_000;

const kept = new LRUCache<string, CompiledQuery>({ max: mostKept });

/** What builds and runs statements. */
interface Statements {
  build<Row>(statement: RawBuilder<Row>): CompiledQuery<Row>;
  run<Row>(statement: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/**
 * Runs a statement that is built once for all that ask for its shape: building it takes longer than all else that is done for a request.
 * @param shape says everything that `build` looks at, but for which values there are
 * @param values by name; what is undefined has no place in the statement
 * @param build gets places for the values, at which it must not look
 */
export async function runKept<Row, Values extends object>(
  { build: compile, run }: Statements,
  shape: string,
  values: Values,
  build: (places: Values) => RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const key = `${shape} ${given.map(([name]) => name)}`;
  let statement = kept.get(key);
  if (statement === undefined) {
    statement = compile(build(Object.fromEntries(given.map(([name]) => [name, new Place(name)])) as Values));
    kept.set(key, statement);
  }
  const named = new Map<string, unknown>(given);
  const parameters = statement.parameters.map((each) => (each instanceof Place ? named.get(each.name) : each));
  return run({ ...statement, parameters } as CompiledQuery<Row>);
}
