import type { Json } from '../../api-document.ts';

export type Schemas = Readonly<Record<string, Json>>;

/** A field of a request or an answer, as readers are told of it. */
export interface Field {
  readonly name: string;
  /** `integer`, `array of strings`, `Alert or null`. */
  readonly type: string;
  readonly isRequired: boolean;
  /** Markdown. */
  readonly description: string;
  /** Limits, format and default, in words. */
  readonly limits: readonly string[];
  /** Every value that there is, as JSON has it; empty: any of the type. */
  readonly values: readonly string[];
  /** What is within it. */
  readonly fields: readonly Field[];
  /** Where it has one of several shapes: those, each with a name. */
  readonly shapes: readonly { readonly name: string; readonly fields: readonly Field[] }[];
}

/** The fields of an object; those of all shapes where it has several. */
export function fieldsOf(schema: Json, schemas: Schemas, within: readonly string[] = []): Field[] {
  const { shown, names } = resolve(schema, schemas, within);
  const { properties = {}, required = [], anyOf, oneOf } = shown as Shape;
  const shapes = (anyOf ?? oneOf ?? []).filter((shape) => shape.type !== 'null');
  if (shapes.length > 0) return mergedFields(shapes.map((shape) => fieldsOf(shape, schemas, names)));
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, required.includes(name), schemas, names),
  );
}

/** A field is required if every shape requires it. */
function mergedFields(shapes: readonly Field[][]): Field[] {
  const names = [...new Set(shapes.flat().map(({ name }) => name))];
  return names.map((name) => {
    const found = shapes.flatMap((fields) => fields.filter((field) => field.name === name));
    const values = [...new Set(found.flatMap((field) => field.values))];
    return {
      ...found[0]!,
      values,
      isRequired: found.length === shapes.length && found.every((field) => field.isRequired),
    };
  });
}

interface Shape extends Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly items?: Json;
  readonly additionalProperties?: Json | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
}

/**
 * What a reference leads to.
 * @param within the names of the schemas around it, so that one that has itself in it ends
 */
function resolve(schema: Json, schemas: Schemas, within: readonly string[]) {
  const name = nameOf(schema);
  if (name === null) return { shown: schema as Shape, names: within };
  if (within.includes(name)) return { shown: { type: 'object' } as Shape, names: within };
  return { shown: { ...schemas[name], ...without$ref(schema) } as Shape, names: [...within, name] };
}

function without$ref({ $ref: _, ...others }: Json): Json {
  return others;
}

function nameOf(schema: Json): string | null {
  return typeof schema.$ref === 'string' ? schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1) : null;
}

function fieldOf(name: string, schema: Json, isRequired: boolean, schemas: Schemas, within: readonly string[]): Field {
  const { shown, names } = resolve(schema, schemas, within);
  const alternatives = (shown.anyOf ?? shown.oneOf ?? []).filter((each) => (each as Shape).type !== 'null');
  // What is one thing or null is that thing, with its limits.
  const only = alternatives.length === 1 ? resolve(alternatives[0]!, schemas, names) : { shown, names };
  const item = only.shown.items === undefined ? only : resolve(only.shown.items, schemas, only.names);
  const member = item.shown.additionalProperties;
  const inner = isObject(member) ? resolve(member, schemas, item.names) : item;
  const shapes = shapesOf(inner.shown, schemas, inner.names);
  return {
    name,
    type: typeOf(schema, schemas, within),
    isRequired,
    description: String(shown.description ?? ''),
    limits: [
      ...new Set([
        ...limitsOf(only.shown),
        ...(item === only ? [] : limitsOf(item.shown).map((limit) => `each ${limit}`)),
      ]),
    ],
    values: valuesOf(inner.shown, alternatives as Shape[]),
    fields: shapes.length > 0 ? [] : fieldsOf(inner.shown, schemas, inner.names),
    shapes,
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function shapesOf({ anyOf, oneOf }: Shape, schemas: Schemas, within: readonly string[]): Field['shapes'] {
  const shapes = (anyOf ?? oneOf ?? [])
    .map((shape) => ({ name: nameOf(shape) ?? tellingValue(shape as Shape), fields: fieldsOf(shape, schemas, within) }))
    .filter(({ fields }) => fields.length > 0);
  return shapes.length > 1 ? shapes : [];
}

/** Shapes are told apart by a field with one value. */
function tellingValue({ properties = {} }: Shape): string {
  const telling = Object.entries(properties).find(([, property]) => valuesOf(property as Shape, []).length === 1);
  return telling === undefined ? 'Otherwise' : `${telling[0]} ${valuesOf(telling[1] as Shape, [])[0]}`;
}

function valuesOf(schema: Shape, alternatives: readonly Shape[]): string[] {
  const values =
    schema.const === undefined ? (schema.enum ?? alternatives.flatMap((each) => each.enum ?? [])) : [schema.const];
  return values.map((value) => JSON.stringify(value));
}

function typeOf(schema: Json, schemas: Schemas, within: readonly string[]): string {
  const name = nameOf(schema);
  if (name !== null) return isObject(schemas[name]?.properties) ? name : typeOf(schemas[name]!, schemas, within);
  const { type, anyOf, oneOf, items, additionalProperties } = schema as Shape;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) {
    const types = alternatives.map((each) => typeOf(each, schemas, within));
    return inWords(types);
  }
  if (type === undefined) return 'enum' in schema || 'const' in schema ? 'string' : 'any';
  const types = typeof type === 'string' ? [type] : type;
  return inWords(types.map((each) => (each === 'array' ? arrayOf(items) : each === 'object' ? objectOf() : each)));

  function arrayOf(item: Json | undefined): string {
    return item === undefined ? 'array' : `array of ${typeOf(item, schemas, within)}`;
  }
  function objectOf(): string {
    if (!isObject(additionalProperties) || Object.keys(additionalProperties).length === 0) return 'object';
    return `map of ${typeOf(additionalProperties, schemas, within)}`;
  }
}

function inWords(types: readonly string[]): string {
  const distinct = [...new Set(types)].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
  return distinct.join(' or ');
}

const outermost = Number.MAX_SAFE_INTEGER;

/** Limits as an API's reader asks for them. */
function limitsOf(schema: Json): string[] {
  const { format, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema as Record<
    string,
    string | number
  >;
  const limits = [
    format === undefined ? null : String(formatWords[format] ?? format),
    range(minimum, maximum === outermost ? undefined : maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    pattern === undefined ? null : `matches \`${pattern}\``,
    schema.default === undefined ? null : `default \`${JSON.stringify(schema.default)}\``,
  ];
  return limits.filter((limit) => limit !== null);
}

const formatWords: Readonly<Record<string, string>> = {
  'date-time': 'time in UTC, ISO 8601',
  date: 'date, `YYYY-MM-DD`',
  email: 'e-mail address',
  uri: 'URL',
  uuid: 'UUID',
  binary: 'file',
};

function range(least: number | string | undefined, most: number | string | undefined, unit: string): string | null {
  const [from, to] = [least, most].map((bound) =>
    bound === undefined ? undefined : Number(bound).toLocaleString('en', { maximumFractionDigits: 2 }),
  );
  if (to !== undefined && from !== undefined && Number(least) > 0) return `${from} to ${to}${unit}`;
  if (to !== undefined && from !== undefined && unit === '') return `${from} to ${to}`;
  if (to !== undefined) return `at most ${to}${unit}`;
  return from === undefined || (Number(least) === 0 && unit !== '') ? null : `at least ${from}${unit}`;
}
