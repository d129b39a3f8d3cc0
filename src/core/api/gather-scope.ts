import { z } from 'zod';
import { type FieldErrors, unwrapped } from './input.ts';
import type { RouteDeclaration } from './route.ts';
import { otherNames, type ScopeField, scopeFieldNames, scopeFields } from './scope-fields.ts';

type Place = 'path' | 'query' | 'body';
type Input = Readonly<Record<string, unknown>>;

/** Where an operation takes the fields that say whose data is meant. */
export interface ScopePlaces {
  readonly of: ReadonlyMap<ScopeField, Place>;
  /** Those that stand in each entry of a list in the body, with the list's name. */
  readonly inEntriesOf: ReadonlyMap<ScopeField, string>;
  /** All of them in words, and what else of the path names a thing. */
  readonly inWords: string;
}

/** What of a request says whose data is meant, each in the place that is declared for it. */
export interface GatheredInput {
  readonly query: Input;
  readonly body: Input | undefined;
  /** Fields that stand in the body and are not declared there. */
  readonly movedFromBody: Input;
}

/** Null for what is public, and so about nobody's data. */
export function scopePlacesOf({ group, paths, params, query, body }: RouteDeclaration): ScopePlaces | null {
  if (group.access === 'public') return null;
  const inPlaces = Object.entries({ path: params, query, body }).flatMap(([place, schema]) =>
    scopeFields.filter((name) => name in shapeOf(schema)).map((name) => [name, place as Place] as const),
  );
  const inEntries = Object.entries<z.core.$ZodType>(shapeOf(body)).flatMap(([list, schema]) => {
    const shaped = unwrapped(schema);
    const entry = shaped instanceof z.ZodArray ? shapeOf(unwrapped(shaped.element)) : {};
    return scopeFields.filter((name) => name in entry).map((name) => [name, list] as const);
  });
  const ofPath = [...paths[0]!.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const words = [
    ...ofPath.map((name) => `${name} in the path`),
    ...inPlaces.filter(([, place]) => place !== 'path').map(([name, place]) => `${name} in the ${place}`),
    ...inEntries.map(([name, list]) => `${name} in each entry of ${list}`),
  ];
  return { of: new Map(inPlaces), inEntriesOf: new Map(inEntries), inWords: words.join(', ') };
}

/**
 * Brings each field that says whose data is meant from where it stands to where the operation takes it, and tells of those that
 * say two things or that the operation does not take: none of them is ignored (decisions §1.7).
 * @param repeated paths of members that the body names twice
 */
export function gatherScope(
  { body: schema }: Pick<RouteDeclaration, 'body'>,
  places: ScopePlaces,
  sent: { readonly path: Input; readonly query: Input; readonly body: Input | undefined },
  repeated: readonly (readonly string[])[],
  errors: FieldErrors,
): GatheredInput {
  for (const path of repeated)
    if (path.length === 1 || isDeclared(schema, path)) errors.add(path, 'stands twice in one object');
  const query = withArrayNames(sent.query);
  const gathered = { query, body: sent.body };
  const movedFromBody: Record<string, unknown> = {};
  for (const name of scopeFields) {
    const inQuery = Object.hasOwn(query, name);
    const inBody = sent.body !== undefined && Object.hasOwn(sent.body, name);
    if (!inQuery && !inBody) continue;
    const place = places.of.get(name);
    if (place === undefined) {
      errors.add([name], problemWith(name, places));
      continue;
    }
    const values: [Place, unknown][] = [
      ...(place === 'path' ? [['path', sent.path[name]] as [Place, unknown]] : []),
      ...(inQuery ? [['query', query[name]] as [Place, unknown]] : []),
      ...(inBody ? [['body', sent.body[name]] as [Place, unknown]] : []),
    ];
    const [first, ...others] = values;
    for (const [other, value] of others)
      if (!isSame(first![1], value)) errors.add([name], `differs between the ${first![0]} and the ${other}`);
    if (inBody && place !== 'body') movedFromBody[name] = sent.body[name];
    if (place === 'query' && !inQuery) gathered.query = { ...gathered.query, [name]: sent.body![name] };
    if (place === 'body' && !inBody) gathered.body = { ...gathered.body, [name]: query[name] };
  }
  return { ...gathered, movedFromBody };
}

/** PHP and others spell an array in a query `name[]`: whoever does so has named the field. */
function withArrayNames(query: Input): Input {
  const spelled = Object.keys(query).filter((name) =>
    scopeFieldNames.has(name.slice(0, Math.max(0, name.indexOf('[')))),
  );
  if (spelled.length === 0) return query;
  return { ...query, ...Object.fromEntries(spelled.map((name) => [name.slice(0, name.indexOf('[')), []])) };
}

function problemWith(name: ScopeField, { of, inEntriesOf, inWords }: ScopePlaces): string {
  const placeOf = (field: ScopeField) => {
    const list = inEntriesOf.get(field);
    return list === undefined ? of.get(field) && `in the ${of.get(field)}` : `in each entry of ${list}`;
  };
  const own = placeOf(name);
  if (own !== undefined) return `belongs ${own}`;
  const other = otherNames[name];
  const place = other && placeOf(other);
  if (place !== undefined) return `is called ${other} here and belongs ${place}`;
  if (inWords === '') return 'is not accepted here: this operation is about nothing that it could name';
  return `is not accepted here: what is meant is named by ${inWords}`;
}

/** What is nobody's name is the same as nothing. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : null;
  return text(one) !== null && text(one) === text(other);
}

function isDeclared(schema: z.core.$ZodType | undefined, [step, ...further]: readonly string[]): boolean {
  if (step === undefined) return schema !== undefined;
  const shaped = schema && unwrapped(schema);
  if (shaped instanceof z.ZodArray) return isDeclared(shaped.element, further);
  return isDeclared(shapeOf(shaped)[step], further);
}

function shapeOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}
