import { fieldExamples } from './field-meanings.ts';

/** What the API document says of a value, as far as examples follow from it. */
export interface JsonSchema {
  description?: string;
  default?: unknown;
  examples?: unknown[];
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  minimum?: number;
  maximum?: number;
  readonly maxItems?: number;
  pattern?: string;
  additionalProperties?: JsonSchema | boolean;
  properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  propertyNames?: { readonly enum?: readonly string[] };
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

const formatExamples: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://security.example.com/',
  uuid: '0190a5c8-7c1e-7d3a-9a56-3f2b8c1d4e5f',
};

/** What stands in an example for text that neither its schema nor its name tells anything of. No published example has it. */
const unknownText = '…';

/**
 * A value that the schema allows: what the schema shows itself, or what fields of that name look like (`fieldExamples`), or the
 * first that its type allows.
 * @param schemas what `$ref` leads to, by name
 */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, name = ''): unknown {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return exampleOf(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, schemas, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.examples !== undefined) return schema.examples[0];
  const shown = fieldExamples[name];
  if (schema.enum !== undefined) return schema.enum.includes(shown) ? shown : schema.enum[0];
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) {
    const telling = alternatives.find(({ type }) => type !== 'null');
    return telling === undefined ? null : exampleOf(telling, schemas, name);
  }
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => exampleOf(part, schemas, name)));
  return exampleOfType(schema, schemas, name);
}

function exampleOfType(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, name: string): unknown {
  const shown = fieldExamples[name];
  switch (typeOf(schema)) {
    case 'string':
      if (schema.format !== undefined) return formatExamples[schema.format] ?? shown ?? unknownText;
      if (typeof shown === 'string') return shown;
      return typeof schema.type === 'object' ? null : unknownText;
    case 'integer':
    case 'number':
      return typeof shown === 'number' ? shown : (schema.default ?? Math.max(schema.minimum ?? 1, 1));
    case 'boolean':
      return schema.default ?? true;
    case 'null':
      return null;
    case 'array':
      return schema.maxItems === 0 ? [] : [exampleOf(schema.items ?? {}, schemas, name)];
    default:
      return exampleOfObject(schema, schemas, name);
  }
}

/** What a value is unless it is null. */
export function typeOf({ type }: JsonSchema): string | undefined {
  return typeof type === 'object' ? type.find((each) => each !== 'null') : type;
}

function exampleOfObject(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, name: string): object {
  const { properties, additionalProperties: others } = schema;
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([field, property]) => [field, exampleOf(property, schemas, field)]),
    );
  if (!(others instanceof Object)) return {};
  const key = fieldExamples[`${name} key`];
  return typeof key === 'string' ? { [key]: exampleOf(others, schemas, name) } : {};
}

/** A request with what it requires and nothing else. */
export function leastExampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): object {
  const fields = (schema.required ?? []).map((field) => [
    field,
    exampleOf(schema.properties?.[field] ?? {}, schemas, field),
  ]);
  return Object.fromEntries(fields);
}
