import type { ApiDocument, Content, Json, Operation } from '../../api-document.ts';
import { type Field, fieldsOf, type Schemas } from './fields.ts';

/** Operations of one topic: a page of the reference. */
export interface OperationGroup {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly operations: readonly ReferenceOperation[];
}

export interface ReferenceOperation {
  /** The operation's id in the document, and its anchor on the page. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Other paths at which it does the same. */
  readonly aliases: readonly string[];
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Who may call it. */
  readonly access: 'key' | 'session' | 'everybody';
  readonly knowsSandbox: boolean;
  readonly parameters: readonly { readonly place: string; readonly field: Field; readonly example: unknown }[];
  readonly body: { readonly fields: readonly Field[]; readonly example: unknown } | null;
  readonly answers: readonly ReferenceAnswer[];
  readonly refusals: readonly Refusal[];
}

export interface ReferenceAnswer {
  readonly status: string;
  readonly description: string;
  /** Null: the body is empty, or no JSON. */
  readonly body: { readonly fields: readonly Field[]; readonly example: unknown } | null;
  /** Media types besides JSON. */
  readonly documents: readonly string[];
}

export interface Refusal {
  readonly status: string;
  readonly description: string;
  /** Codes of the closed list; empty: the status says it all. */
  readonly codes: readonly string[];
}

const sandboxHeader = 'X-Service-Sandbox';

/** The groups of the document in its order, each operation once, with its aliases. */
export function operationGroups({ tags, paths, components: { schemas } }: ApiDocument): OperationGroup[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const aliasesOf = (id: string) =>
    all.filter(
      ({ operation }) => operation.operationId.replace(/Alias\d+$/, '') === id && operation.operationId !== id,
    );
  return tags.map(({ name, description }) => ({
    name,
    description,
    slug: slugOf(name),
    operations: all
      .filter(({ operation }) => operation.tags[0] === name && !/Alias\d+$/.test(operation.operationId))
      .map(({ path, method, operation }) => ({
        id: operation.operationId,
        method,
        path,
        aliases: aliasesOf(operation.operationId).map((alias) => alias.path),
        summary: operation.summary.replace(/\.$/, ''),
        description: operation.description,
        access: accessOf(operation),
        knowsSandbox: (operation.parameters ?? []).some((parameter) => parameter.name === sandboxHeader),
        ...detailsOf(operation, schemas),
      })),
  }));
}

/** `alerts-of-every-kind` */
function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function accessOf({ security }: Operation): ReferenceOperation['access'] {
  if (security.length === 0) return 'everybody';
  return security.some((way) => 'apiKey' in way) ? 'key' : 'session';
}

function detailsOf({ parameters = [], requestBody, responses }: Operation, schemas: Schemas) {
  const statuses = Object.entries(responses);
  return {
    parameters: parameters.map(({ name, in: place, required = false, description = '', schema }) => ({
      place,
      field: {
        ...fieldsOf({ properties: { [name]: schema } }, schemas)[0]!,
        isRequired: required || place === 'path',
        description,
      },
      example: exampleOf(name, place, schema),
    })),
    body: requestBody === undefined ? null : jsonOf(requestBody.content, schemas),
    answers: statuses
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { description, content = {} }]) => ({
        status,
        description,
        body: jsonOf(content, schemas),
        documents: Object.keys(content).filter((type) => type !== 'application/json'),
      })),
    refusals: statuses
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, { description, content }]) => ({ status, description, codes: codesOf(content, schemas) })),
  };
}

function jsonOf(content: Content, schemas: Schemas): ReferenceAnswer['body'] {
  const json = content['application/json'];
  const isEmpty = json === undefined || json.schema.type === 'null';
  return isEmpty ? null : { fields: fieldsOf(json.schema, schemas), example: json.example };
}

/** Codes in answers of a status: those of the closed list, none that is a status itself. */
function codesOf(content: Content | undefined, schemas: Schemas): string[] {
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) return [];
  const names = [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
  return names.flatMap((name) => {
    const [error] = fieldsOf(schemas[name] ?? {}, schemas).filter((field) => field.name === 'error');
    const code = error?.fields.find((field) => field.name === 'code')?.values[0];
    return code === undefined || /^"?\d/.test(code) ? [] : [code.replaceAll('"', '')];
  });
}

const pathExamples: Readonly<Record<string, unknown>> = { billing_customer_id: 42, service_id: 1001 };
const queryExamples: Readonly<Record<string, string>> = { from: '2026-11-01', to: '2026-12-01' };
const id = '0190a5c8-7c1e-7d3a-9a56-3f2b8c1d4e5f';

function exampleOf(name: string, place: string, schema: Json): unknown {
  const shown = (schema.examples as unknown[] | undefined)?.[0] ?? schema.default;
  return shown ?? (place === 'path' ? (pathExamples[name] ?? id) : queryExamples[name]);
}
