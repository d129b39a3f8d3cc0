import type { ReferenceOperation } from './described-operations.ts';

/** What a sample calls, and with which key; the page's script puts the reader's own in their place. */
export const placeholders = { address: 'https://security.example.com', key: 'YOUR_API_KEY' } as const;

export interface Sample {
  /** As blocks of code name their language. */
  readonly language: 'sh' | 'php' | 'ts' | 'python' | 'go';
  readonly code: string;
}

/** What a sample asks for. */
interface SampleRequest {
  readonly method: string;
  /** With placeholders filled in, and the query. */
  readonly target: string;
  readonly operation: ReferenceOperation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: object | null;
}

/** One request in five languages, in the sandbox where the operation knows it; of what only the portal's pages may call there is none. */
export function samplesOf(operation: ReferenceOperation): Sample[] {
  if (operation.access === 'session') return [];
  const request = requestOf(operation);
  const isPublic = operation.access === 'everybody';
  return [
    { language: 'sh', code: curl(request) },
    ...(isPublic
      ? []
      : [
          { language: 'php', code: php(request) } as const,
          { language: 'ts', code: typescript(request) } as const,
          { language: 'python', code: python(request) } as const,
        ]),
    { language: 'go', code: go(request) },
  ];
}

function requestOf(operation: ReferenceOperation): SampleRequest {
  const { method, parameters, body } = operation;
  const inPlace = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.place === place && isShown(parameter))
        .map(({ field: { name }, example }) => [name, example]),
    );
  const [path, query] = [inPlace('path'), inPlace('query')];
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const target = asked === '' ? filled : `${filled}?${asked}`;
  return { method, target, operation, path, query, body: body === null ? null : (body.example as object) };
}

/** Whose data is meant is said in every sample: a program that leaves it out gets everybody's. */
function isShown({ field, place, example }: ReferenceOperation['parameters'][number]): boolean {
  return example !== undefined && (place === 'path' || field.isRequired || field.name === 'billing_customer_id');
}

function headersOf({ operation, body }: SampleRequest): [name: string, value: string][] {
  return [
    ...(operation.access === 'key' ? [['Authorization', `Bearer ${placeholders.key}`] as [string, string]] : []),
    ...(operation.knowsSandbox ? [['X-Service-Sandbox', 'true'] as [string, string]] : []),
    ...(body === null ? [] : [['Content-Type', 'application/json'] as [string, string]]),
  ];
}

function curl(request: SampleRequest): string {
  const { method, target, body } = request;
  const usual = body === null ? 'GET' : 'POST';
  const parts = [
    `curl ${method === usual ? '' : `-X ${method} `}"${placeholders.address}${target}"`,
    ...headersOf(request)
      .filter(([name]) => name !== 'Content-Type')
      .map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === null ? [] : [`--json '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return `${parts.join(' \\\n  ')}\n`;
}

function php({ method, operation, path, query, body }: SampleRequest): string {
  const filled = operation.path
    .replace('/api/v1', '')
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const fields = method === 'GET' || method === 'DELETE' ? { ...query, ...body } : (body ?? {});
  const given = Object.keys(fields).length === 0 && method !== 'PUT' ? '' : `, ${phpValue(fields, 0)}`;
  return [
    '<?php',
    "require 'breakwater-php-client/autoload.php';",
    '',
    `$breakwater = new Breakwater\\Client('${placeholders.address}', '${placeholders.key}');`,
    ...(operation.knowsSandbox ? ['$breakwater = $breakwater->inSandbox();'] : []),
    '',
    `print_r($breakwater->${method.toLowerCase()}('${filled}'${given}));`,
    '',
  ].join('\n');
}

function phpValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  if (Array.isArray(value)) return `[${value.map((each) => phpValue(each, depth)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return bracketed('[', value, depth, (name, member) => `'${name}' => ${phpValue(member, depth + 1)}`, ']');
}

function typescript({ method, operation, path, query, body }: SampleRequest): string {
  const params = { ...(hasSome(path) ? { path } : {}), ...(hasSome(query) ? { query } : {}) };
  const options = { ...(hasSome(params) ? { params } : {}), ...(body === null ? {} : { body }) };
  const given = hasSome(options) ? `, ${scriptValue(options, 0)}` : '';
  return [
    "import { answered, createClient } from '@breakwater/client';",
    '',
    'const breakwater = createClient({',
    `  baseUrl: '${placeholders.address}',`,
    `  apiKey: '${placeholders.key}',`,
    ...(operation.knowsSandbox ? ['  sandbox: true,'] : []),
    '});',
    '',
    `console.log(await answered(breakwater.${method}('${operation.path}'${given})));`,
    '',
  ].join('\n');
}

function scriptValue(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return `'${value.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}'`;
  if (Array.isArray(value)) return `[${value.map((each) => scriptValue(each, depth)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return bracketed('{', value, depth, (name, member) => `${name}: ${scriptValue(member, depth + 1)}`, '}');
}

function python({ method, operation, path, query, body }: SampleRequest): string {
  const fields = method === 'GET' || method === 'DELETE' ? { ...query, ...body } : (body ?? {});
  const given = [
    `"${operation.path.replace('/api/v1', '')}"`,
    ...(hasSome(fields) ? [pythonValue(fields, 0)] : []),
    ...Object.entries(path).map(([name, value]) => `${name}=${pythonValue(value, 0)}`),
  ];
  return [
    'from breakwater_client import Client',
    '',
    `breakwater = Client("${placeholders.address}", "${placeholders.key}"${operation.knowsSandbox ? ', sandbox=True' : ''})`,
    '',
    `print(breakwater.${method.toLowerCase()}(${given.join(', ')}))`,
    '',
  ].join('\n');
}

function pythonValue(value: unknown, depth: number): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map((each) => pythonValue(each, depth)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return bracketed('{', value, depth, (name, member) => `"${name}": ${pythonValue(member, depth + 1)}`, '}', '    ');
}

function go(request: SampleRequest): string {
  const { method, target, body } = request;
  const packages = ['fmt', 'io', 'log', 'net/http', ...(body === null ? [] : ['strings'])];
  const text =
    body === null ? 'nil' : `strings.NewReader(\`${JSON.stringify(body, null, 2).replaceAll('\n', '\n\t')}\`)`;
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${method}", "${placeholders.address}${target}", ${text})`,
    ...failing,
    ...headersOf(request).map(([name, value]) => `\trequest.Header.Set("${name}", "${value}")`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...failing,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...failing,
    '\tfmt.Println(response.Status, string(answer))',
    '}',
    '',
  ].join('\n');
}

const failing = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];

/** `{` and `}` around a member on each line, as deep as it stands. */
function bracketed(
  open: string,
  members: object,
  depth: number,
  show: (name: string, member: unknown) => string,
  close: string,
  step = open === '[' ? '    ' : '  ',
): string {
  if (!hasSome(members)) return open + close;
  const lines = Object.entries(members).map(([name, member]) => `${step.repeat(depth + 1)}${show(name, member)},\n`);
  return `${open}\n${lines.join('')}${step.repeat(depth)}${close}`;
}

function hasSome(members: object): boolean {
  return Object.keys(members).length > 0;
}
