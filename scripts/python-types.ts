import { apiDocument, type Json, type Operation } from './api-document.ts';

const banner = 'Written by `npm run client` from the routes of the API; a test keeps them equal.';
const prefix = '/api/v1';
/** What keywords cannot be the names of fields in a class, so that such a type is written as a call. */
const keywords = new Set(['from', 'import', 'class', 'global', 'in', 'is', 'not', 'or', 'and', 'with', 'as', 'pass']);
/** By what a list is told how long its pages are, or where they begin. */
const pageFields = ['cursor'];

/** An operation that an API key may call, under its first path. */
interface Call {
  readonly method: string;
  /** Behind /api/v1. */
  readonly path: string;
  readonly operation: Operation;
  /** What its types begin with, such as `ListEndpoints`. */
  readonly name: string;
}

/** The generated files of the Python client by name, in integrations/python-client/src/breakwater_client. */
export async function pythonTypes(): Promise<ReadonlyMap<string, string>> {
  const { paths, components } = await apiDocument();
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isForKeys(operation) && !/Alias\d+$/.test(operation.operationId))
      .map(([method, operation]) => callOf(method, path, operation)),
  );
  const types = new PythonTypes(components.schemas);
  const operations = operationsOf(calls, types);
  types.of({ $ref: '#/components/schemas/Event' }, 'Event');
  return new Map([
    ['types.py', types.text()],
    ['_operations.py', operations],
  ]);
}

function isForKeys({ security }: Operation): boolean {
  return security.some((way) => 'apiKey' in way);
}

function callOf(method: string, path: string, operation: Operation): Call {
  const { operationId } = operation;
  return { method, path: path.slice(prefix.length), operation, name: capitalised(operationId) };
}

/** The classes and names that schemas become, each once. */
class PythonTypes {
  readonly #schemas: Readonly<Record<string, Json>>;
  /** By name, in the order in which they were first asked for. */
  readonly #written = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, Json>>) {
    this.#schemas = schemas;
  }

  /** How an annotation names what a schema has; `name` is for an object of its own. */
  of(schema: Json, name: string): string {
    if (typeof schema.$ref === 'string') return this.#shared(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
    if ('const' in schema) return literal([schema.const]);
    if (Array.isArray(schema.enum)) return literal(schema.enum);
    const variants = (schema.oneOf ?? schema.anyOf) as readonly Json[] | undefined;
    if (variants) return union(this.#variants(variants, name));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.of({ ...schema, type }, name)));
    return this.#ofType(schema, name);
  }

  /** The whole of types.py. */
  text(): string {
    return [
      `"""What the operations of the API take and answer.\n\n${banner}\n"""`,
      'from __future__ import annotations',
      [
        'import sys',
        'from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union',
        '',
        'if sys.version_info >= (3, 11):',
        '    from typing import NotRequired',
        'elif TYPE_CHECKING:',
        '    from typing_extensions import NotRequired',
      ].join('\n'),
      `${[...this.#written.values()].join('\n\n\n')}\n`,
    ]
      .join('\n\n')
      .replace('NotRequired\n\nclass', 'NotRequired\n\n\nclass');
  }

  #shared(name: string): string {
    if (this.#written.has(name)) return name;
    const schema = this.#schemas[name]!;
    if (schema.type === 'object') return this.#object(schema, name);
    // Its place comes behind what it is made of.
    const variants = (schema.oneOf ?? schema.anyOf) as readonly Json[];
    const members = this.#variants(variants, name);
    this.#written.set(name, `${name} = Union[\n${members.map((member) => `    ${member},\n`).join('')}]`);
    return name;
  }

  /** Of several they are numbered, unless their type tells them apart; what else there is may only be null. */
  #variants(variants: readonly Json[], name: string): string[] {
    const isOne = variants.filter(({ type }) => type !== 'null').length === 1;
    return variants.map((variant, index) => this.of(variant, isOne ? name : variantName(variant, name, index)));
  }

  #ofType(schema: Json, name: string): string {
    switch (schema.type) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `list[${this.of(schema.items as Json, name)}]`;
      case 'object':
        return this.#object(schema, name);
      default:
        return 'Any';
    }
  }

  #object(schema: Json, name: string): string {
    const { properties, additionalProperties, required = [] } = schema as ObjectSchema;
    if (properties === undefined || Object.keys(properties).length === 0)
      return `dict[str, ${additionalProperties instanceof Object ? this.of(additionalProperties, name) : 'Any'}]`;
    // A name that is being written is known already: a type may contain itself.
    const before = this.#written.get(name);
    this.#written.set(name, before ?? '');
    const fields = Object.entries(properties).map(([field, member]) => {
      const type = this.of(member, `${name}${capitalised(field)}`);
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]`, text: member.description };
    });
    const written = classOf(name, fields);
    if (before && before !== written) throw new Error(`Two types would be called ${name}.`);
    this.#written.delete(name);
    this.#written.set(name, written);
    return name;
  }
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly additionalProperties?: Json | boolean;
  readonly required?: readonly string[];
}

interface Field {
  readonly field: string;
  readonly type: string;
  readonly text: unknown;
}

function classOf(name: string, fields: readonly Field[]): string {
  if (fields.some(({ field }) => keywords.has(field) || !/^[A-Za-z_]\w*$/.test(field))) {
    const members = fields.map(({ field, type }) => `        ${quoted(field)}: ${quoted(type)},\n`);
    return `${name} = TypedDict(\n    ${quoted(name)},\n    {\n${members.join('')}    },\n)`;
  }
  const members = fields.map(({ field, type, text }) =>
    [`    ${field}: ${type}`, ...(typeof text === 'string' ? [`    """${docstring(text)}"""`] : [])].join('\n'),
  );
  return `class ${name}(TypedDict):\n${members.join('\n')}`;
}

function docstring(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('"', "'");
}

/** Variants that their type tells apart are called by it. */
function variantName(variant: Json, name: string, index: number): string {
  const { type } = ((variant as ObjectSchema).properties ?? {}) as { readonly type?: Json };
  return typeof type?.const === 'string' ? `${capitalised(type.const)}${name}` : `${name}${index + 1}`;
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  if (all.includes('Any')) return 'Any';
  return all.toSorted((a, b) => Number(a === 'None') - Number(b === 'None')).join(' | ');
}

function literal(values: readonly unknown[]): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return `Literal[${values.map((value) => words[String(value)] ?? JSON.stringify(value)).join(', ')}]`;
}

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

function capitalised(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** The whole of _operations.py: a method for each verb, whose path says what it takes and answers. */
function operationsOf(calls: readonly Call[], types: PythonTypes): string {
  const used = new Set<string>();
  const typeOf = (schema: Json, name: string) => {
    const type = types.of(schema, name);
    for (const [word] of type.matchAll(/[A-Z]\w+/g)) if (!builtin.has(word)) used.add(word);
    return type;
  };
  const verbs = ['get', 'post', 'put', 'delete'].map((verb) => {
    const overloads = calls.filter(({ method }) => method === verb).map((call) => overloadOf(call, typeOf));
    return [...overloads, implementations[verb as keyof typeof implementations]].join('\n\n');
  });
  const lists = calls.filter(isList).map((call) => ({ call, ...listOf(call) }));
  const each = lists.map(({ call, item }) => eachOverload(call, typeOf, item));
  const rows = lists.map(({ call: { path }, items }) => `    "${path}": ${items === null ? 'None' : quoted(items)},\n`);
  const keyless = calls.filter(({ method, operation }) => method !== 'get' && !takesKey(operation));
  return `"""The operations of the API that a key may call, by verb and path.

${banner}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Literal, Mapping, overload

if TYPE_CHECKING:
    from .types import (
${[...used]
  .toSorted()
  .map((name) => `        ${name},\n`)
  .join('')}    )

# Of each list: the field of its data that has the items, or None where they are its data.
LISTS: Mapping[str, str | None] = {
${rows.join('')}}

# They answer a secret that is not kept, so that they take no Idempotency-Key.
KEYLESS = frozenset(
    {
${keyless.map(({ method, path }) => `        ("${method.toUpperCase()}", "${path}"),\n`).join('')}    }
)


class Operations:
    """What the paths of the API take and answer. Values for the parts of a path in braces are given by their names."""

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        *,
        parts: Mapping[str, object] | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        raise NotImplementedError

    def pages(self, path: str, query: Mapping[str, Any] | None, parts: Mapping[str, object]) -> Iterator[Any]:
        raise NotImplementedError

${verbs.join('\n\n')}

${each.join('\n\n')}

    def each(self, path: str, query: Mapping[str, Any] | None = None, **parts: object) -> Iterator[Any]:
        """Every item of a list; a page is asked for when the one before has been gone through.

        Raises ListError when the list says that more is left and gives no way to it: what was given is not all.
        """
        return self.pages(path, query, parts)
`;
}

const builtin = new Set(['Literal', 'NotRequired', 'None', 'Any', 'True', 'False', 'Union']);

const implementations = {
  get: `    def get(self, path: str, query: Mapping[str, Any] | None = None, **parts: object) -> Any:
        return self.request("GET", path, query, parts=parts)`,
  post: `    def post(
        self,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        **parts: object,
    ) -> Any:
        return self.request("POST", path, None, body or {}, parts=parts, idempotency_key=idempotency_key)`,
  put: `    def put(
        self,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        **parts: object,
    ) -> Any:
        return self.request("PUT", path, None, body or {}, parts=parts, idempotency_key=idempotency_key)`,
  delete: `    def delete(
        self,
        path: str,
        query: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        **parts: object,
    ) -> Any:
        return self.request("DELETE", path, query, parts=parts, idempotency_key=idempotency_key)`,
};

type TypeOf = (schema: Json, name: string) => string;

function overloadOf(call: Call, typeOf: TypeOf): string {
  const { method, operation } = call;
  const given = method === 'get' || method === 'delete' ? queryOf(call, typeOf) : bodyOf(call, typeOf);
  const named = [
    ...partsOf(call, typeOf),
    ...(method !== 'get' && takesKey(operation) ? ['idempotency_key: str | None = None'] : []),
  ];
  return written(method, call, given, named, answerOf(call, typeOf));
}

function eachOverload(call: Call, typeOf: TypeOf, item: Json): string {
  const answer = typeOf(item, `${call.name}Item`);
  return written('each', call, queryOf(call, typeOf), partsOf(call, typeOf), `Iterator[${answer}]`);
}

function written(
  method: string,
  { path }: Call,
  given: readonly string[],
  named: readonly string[],
  answer: string,
): string {
  const parameters = ['self', `path: Literal["${path}"]`, ...given, ...(named.length === 0 ? [] : ['*', ...named])];
  return `    @overload\n    def ${method}(\n${parameters.map((each) => `        ${each},\n`).join('')}    ) -> ${answer}: ...`;
}

function partsOf({ operation }: Call, typeOf: TypeOf): string[] {
  return placed(operation, 'path').map(({ name, schema }) => `${name}: ${typeOf(schema, name)}`);
}

function queryOf({ operation, name }: Call, typeOf: TypeOf): string[] {
  const fields = placed(operation, 'query');
  if (fields.length === 0) return [];
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const properties = Object.fromEntries(
    fields.map((field) => [field.name, { ...field.schema, description: field.description }]),
  );
  const type = typeOf({ type: 'object', properties, required }, `${name}Query`);
  return [required.length === 0 ? `query: ${type} | None = None` : `query: ${type}`];
}

function bodyOf({ operation: { requestBody }, name }: Call, typeOf: TypeOf): string[] {
  if (requestBody === undefined) return [];
  const type = typeOf(requestBody.content['application/json']!.schema, `${name}Body`);
  return [requestBody.required ? `body: ${type}` : `body: ${type} | None = None`];
}

function answerOf({ operation, name }: Call, typeOf: TypeOf): string {
  const schemas = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json']?.schema);
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return union(
    different.map((schema, index) =>
      schema === undefined ? 'None' : typeOf(schema, `${name}Answer${index === 0 ? '' : index + 1}`),
    ),
  );
}

function placed({ parameters = [] }: Operation, place: string) {
  return parameters.filter((parameter) => parameter.in === place);
}

function takesKey(operation: Operation): boolean {
  return placed(operation, 'header').some(({ name }) => name === 'Idempotency-Key');
}

function isList({ method, operation }: Call): boolean {
  return method === 'get' && placed(operation, 'query').some(({ name }) => pageFields.includes(name));
}

interface List {
  /** The field of its `data` that has the items; null where they are its data. */
  readonly items: string | null;
  readonly item: Json;
}

/** @throws when a page has several lists, or none */
function listOf({ path, operation }: Call): List {
  const { properties } = operation.responses['200']!.content!['application/json']!.schema as ObjectSchema;
  const data = properties!.data!;
  if (data.type === 'array') return { items: null, item: data.items as Json };
  const all = Object.entries((data as ObjectSchema).properties ?? {}).filter(([, { type }]) => type === 'array');
  // Beside a list may stand what its entries can be.
  const arrays = all.length > 1 ? all.filter(([name]) => path.endsWith(`/${name}`)) : all;
  if (arrays.length !== 1) throw new Error(`${path} is no page of one list.`);
  const [[items, { items: item }]] = arrays as [[string, Json]];
  return { items, item: item as Json };
}
