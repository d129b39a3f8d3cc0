import { CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Stands where a value comes. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Its text, and what comes where. What it was built from would take ten times the memory. */
type KeptStatement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Each takes some 20 kB. Whoever asks for a list can ask in many shapes, and seldom does. */
const mostKept = 300;

const kept = new LRUCache<string, KeptStatement>({ max: mostKept });

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
    const places = Object.fromEntries(given.map(([name]) => [name, new Place(name)])) as Values;
    const { sql, parameters } = compile(build(places));
    statement = { sql, parameters };
    kept.set(key, statement);
  }
  const named = new Map<string, unknown>(given);
  const parameters = statement.parameters.map((each) => (each instanceof Place ? named.get(each.name) : each));
  return run(CompiledQuery.raw(statement.sql, parameters) as CompiledQuery<Row>);
}
