/** The parts of an OpenAPI document that a collection of requests is made of. */
export interface DescribedApi {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: object } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly example?: unknown } } }>
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: { readonly default?: unknown; readonly examples?: readonly unknown[] };
}

const format = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const sandboxHeader = 'X-Service-Sandbox';

/** The variable for what is called `id` in a collection of that name; what is asked about next is what was answered last. */
const idVariables: Readonly<Record<string, string>> = {
  endpoints: 'endpoint_id',
  scans: 'scan_id',
  alerts: 'alert_id',
  domains: 'monitored_domain_id',
  whitelists: 'rule_id',
  webhooks: 'webhook_id',
  deliveries: 'delivery_id',
  channels: 'channel_id',
  recipients: 'recipient_id',
};
/** Fields that stand for a variable, by their name in paths, queries, bodies and answers. */
const fieldVariables: Readonly<Record<string, string>> = {
  client_id: 'client_id',
  billing_customer_id: 'client_id',
  service_id: 'service_id',
  endpoint: 'endpoint_id',
  endpoint_id: 'endpoint_id',
  scan: 'scan_id',
  scan_id: 'scan_id',
  monitored_domain_id: 'monitored_domain_id',
  delivery_id: 'delivery_id',
};
/** Told by who uses the collection, and by no answer. */
const givenVariables: Readonly<Record<string, string>> = {
  baseUrl: '',
  apiKey: '',
  sandbox: 'true',
  client_id: '42',
  service_id: '1001',
  plan_slug: 'starter',
};
/** Required parameters of which the document shows only the format. */
const shownDays: Readonly<Record<string, string>> = { from: '2026-11-01', to: '2026-12-01' };

/**
 * The requests of an API as a collection in Postman's format 2.1, which Bruno, Insomnia and others read, too: those that an API key can
 * send, in a folder for each group, each as the document shows it. Requests about an account's data go to its sandbox while the variable
 * `sandbox` is `true`; ids in answers become variables, which later requests use.
 */
export function requestCollection({ info, paths }: DescribedApi): object {
  const folders = new Map<string, object[]>();
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const isForKeys = operation.security.some((way) => 'apiKey' in way);
      if (!isForKeys || operation.operationId.includes('Alias')) continue;
      const [folder = ''] = operation.tags;
      folders.set(folder, [...(folders.get(folder) ?? []), requestOf(path, method.toUpperCase(), operation)]);
    }
  const variables = { ...Object.fromEntries(Object.values(idVariables).map((key) => [key, ''])), ...givenVariables };
  return {
    info: {
      name: info.title,
      schema: format,
      version: info.version,
      description:
        'Fill in the variables baseUrl (https://security.example.com, your portal domain) and apiKey. Requests go to the sandbox of the account while the variable sandbox is true; those that know no sandbox have no such header. Ids in answers are kept as variables, which later requests use.',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: [...folders].map(([name, item]) => ({ name, item })),
  };
}

function requestOf(path: string, method: string, operation: DescribedOperation): object {
  const { parameters = [], requestBody } = operation;
  const segments = path.split('/').slice(1);
  const collection = segments.filter((segment) => !segment.startsWith('{')).at(-1)!;
  const shownPath = segments.map((segment, index) => shownSegment(segment, segments[index - 1] ?? ''));
  const query = parameters.filter((parameter) => parameter.in === 'query').map(shownParameter);
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const example = requestBody?.content['application/json'].example;
  const isInEitherWorld = parameters.some(({ name }) => name === sandboxHeader);
  const kept = keptIds(operation, collection);
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      url: {
        raw: `{{baseUrl}}/${shownPath.join('/')}${asked.length === 0 ? '' : `?${asked.join('&')}`}`,
        host: ['{{baseUrl}}'],
        path: shownPath,
        query,
      },
      header: [
        { key: 'Accept', value: 'application/json' },
        ...(isInEitherWorld ? [{ key: sandboxHeader, value: '{{sandbox}}' }] : []),
        ...(example ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ],
      ...(example ? { body: { mode: 'raw', raw: shownBody(example), options: { raw: { language: 'json' } } } } : {}),
    },
    ...(kept.length === 0
      ? {}
      : { event: [{ listen: 'test', script: { type: 'text/javascript', exec: keepScript(kept) } }] }),
  };
}

/** `{id}` behind `alerts` is the variable of an alert. */
function shownSegment(segment: string, before: string): string {
  const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
  if (name === undefined) return segment;
  return `{{${fieldVariables[name] ?? idVariables[before] ?? name}}}`;
}

function shownParameter({ name, required, description = '', schema }: Parameter) {
  const variable = fieldVariables[name];
  const example = schema.examples?.[0] ?? schema.default ?? shownDays[name] ?? '';
  const value = variable === undefined ? encodeURIComponent(String(example)) : `{{${variable}}}`;
  return { key: name, value, description, ...(required ? {} : { disabled: true }) };
}

/** Numbers are told without quotation marks, as the API takes them. */
function shownBody(example: object): string {
  return JSON.stringify(
    example,
    (name, value) => {
      if (name === 'ids') return ['{{alert_id}}'];
      return name in fieldVariables && !(value instanceof Object) ? `{{${fieldVariables[name]}}}` : value;
    },
    2,
  ).replaceAll(/"(\{\{(?:client_id|service_id)\}\})"/g, '$1');
}

/** Where the answer has ids, as paths of its fields, with the variable of each. */
function keptIds({ responses }: DescribedOperation, collection: string): { from: string; variable: string }[] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const example = success?.content?.['application/json']?.example as { data?: unknown } | undefined;
  const data = example?.data;
  if (!(data instanceof Object)) return [];
  const found = [];
  for (const [name, value] of Object.entries(data)) {
    const own = fieldVariables[name];
    if (own !== undefined && !(own in givenVariables)) found.push({ from: `data.${name}`, variable: own });
    const listed = idVariables[name];
    if (listed !== undefined && Array.isArray(value)) found.push({ from: `data.${name}[0]?.id`, variable: listed });
  }
  const variable = idVariables[collection];
  if (variable !== undefined && 'id' in data) found.push({ from: 'data.id', variable });
  if (variable !== undefined && Array.isArray(data)) found.push({ from: 'data[0]?.id', variable });
  return found;
}

function keepScript(kept: readonly { from: string; variable: string }[]): string[] {
  return [
    'const data = pm.response.code < 300 ? pm.response.json().data : undefined;',
    ...kept.map(({ from, variable }) => `if (data && ${from}) pm.collectionVariables.set('${variable}', ${from});`),
  ];
}
