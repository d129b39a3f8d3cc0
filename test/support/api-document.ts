import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { ApiAnswer } from './api-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked at from many sides
export type Json = any;

export interface DescribedOperation {
  /** As in `GET /api/v1/alerts/{id}`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters as `{id}`. */
  readonly path: string;
  readonly operation: Json;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Answers may grow for clients; here each field that they have must be one that the document names. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!(schema instanceof Object)) return schema;
  const copy = Object.fromEntries(Object.entries<Json>(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = copy.type === 'object' && copy.properties && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

/**
 * An OpenAPI 3.1 document as a judge of answers. It knows the document only, and nothing of the schemas that the service
 * makes it from, so that neither can cover a mistake of the other.
 */
export class ApiDocument {
  readonly operations: readonly DescribedOperation[];
  readonly #byName: ReadonlyMap<string, DescribedOperation>;
  readonly #schemas: Ajv2020;

  constructor(published: Json) {
    const document = closed(published);
    this.operations = Object.entries<Json>(published.paths).flatMap(([path, item]) =>
      methods
        .filter((method) => method in item)
        .map((method) => ({
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase() as DescribedOperation['method'],
          path,
          operation: item[method],
        })),
    );
    this.#byName = new Map(this.operations.map((operation) => [operation.name, operation]));
    // Strict about keywords and formats: one that is not known would check nothing.
    this.#schemas = new Ajv2020({ strictSchema: true, strictTypes: false, allErrors: true, validateSchema: false });
    ajvFormats.default(this.#schemas);
    // The document as a whole is no schema, but what references begin at.
    this.#schemas.addVocabulary(Object.keys(document));
    this.#schemas.addSchema(document, documentId);
  }

  /** The operation that answers at a path, without its query; undefined when the document knows none. */
  operationAt(method: string, path: string): DescribedOperation | undefined {
    const exact = this.#byName.get(`${method} ${path}`);
    if (exact !== undefined) return exact;
    const segments = path.split('/');
    const matching = this.operations.filter(
      (operation) => operation.method === method && matches(operation.path.split('/'), segments),
    );
    return matching.toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path))[0];
  }

  /**
   * What the document does not say of an operation's answer: its status, type of content, fields, formats and headers. Empty:
   * nothing.
   */
  violations(name: string, answer: ApiAnswer): string[] {
    const operation = this.#byName.get(name);
    if (operation === undefined) return [`${name} is no operation of the document`];
    const response = operation.operation.responses[answer.status];
    if (response === undefined) return [`status ${answer.status} is not declared`];
    const pointer = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(answer.status)];
    return [
      ...this.#contentViolations(pointer, response, answer),
      ...this.#headerViolations(pointer, response, answer),
    ];
  }

  /**
   * Where the examples of an operation are not what its own schemas allow: one of its request, one of each answer of success, and
   * those of single fields and parameters. Empty: nowhere.
   */
  exampleViolations({ path, method, operation }: DescribedOperation): string[] {
    const pointer = ['paths', path, method.toLowerCase()];
    const answers = Object.entries<Json>(operation.responses).filter(([status]) => status.startsWith('2'));
    const bodies = [
      { at: [...pointer, 'requestBody'], body: operation.requestBody },
      ...answers.map(([status, body]) => ({ at: [...pointer, 'responses', status], body })),
    ];
    return [
      ...bodies.flatMap(({ at, body }) =>
        body?.content
          ? this.#differences(
              [...at, 'content', 'application/json', 'schema'],
              body.content['application/json'].example,
            )
          : [],
      ),
      ...this.#fieldExampleViolations(pointer, operation),
    ];
  }

  #fieldExampleViolations(pointer: readonly string[], value: Json): string[] {
    if (!(value instanceof Object)) return [];
    const examples: Json[] = Array.isArray(value.examples) ? value.examples : [];
    const within = Object.entries<Json>(value).filter(([name]) => name !== 'example' && name !== 'examples');
    return [
      ...examples.flatMap((example) => this.#differences(pointer, example)),
      ...within.flatMap(([name, member]) => this.#fieldExampleViolations([...pointer, name], member)),
    ];
  }

  #contentViolations(pointer: readonly string[], response: Json, { headers, body }: ApiAnswer): string[] {
    const declared = Object.keys(response.content ?? {});
    const type = headers['content-type'] === undefined ? null : String(headers['content-type']).split(';')[0]!.trim();
    if (declared.length === 0) return body === '' && type === null ? [] : [`a body of type ${type} is not declared`];
    if (type === null || !declared.includes(type)) return [`content of type ${type} is not declared`];
    return this.#differences([...pointer, 'content', type, 'schema'], body).map((text) => `body${text}`);
  }

  /** Headers are text: those that are declared as numbers are held against their schema as the numbers that they spell. */
  #headerViolations(pointer: readonly string[], response: Json, { headers }: ApiAnswer): string[] {
    return Object.entries<Json>(response.headers ?? {}).flatMap(([name, { schema, required }]) => {
      const text = headers[name.toLowerCase()];
      if (text === undefined) return required ? [`header ${name} is missing`] : [];
      const value = schema.type === 'integer' ? Number(text) : text;
      return this.#differences([...pointer, 'headers', name, 'schema'], value).map(
        (difference) => `header ${name}${difference}`,
      );
    });
  }

  #differences(pointer: readonly string[], value: unknown): string[] {
    const reference = `${documentId}#/${pointer.map(escapePointer).join('/')}`;
    const validate = this.#schemas.getSchema(reference) as ValidateFunction | undefined;
    if (validate === undefined) return [': no schema is declared'];
    validate(value);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  }
}

const documentId = 'openapi.json';

function matches(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
  );
}

function parameterCount(path: string): number {
  return path.split('{').length;
}

/** RFC 6901, within a URI fragment. */
function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
