import type { DescribedOperation, Json } from '../api-document.ts';
import { hostileValue } from './hostile-values.ts';
import type { Random } from './random.ts';

/** Where ids come from that were seen before, by what they are ids of: the word before them in a path. */
export interface SeenIds {
  pick(random: Random, kind: string): string;
}

/** Of every partner's administrator. A new password is the same, so that the fuzzer can sign in again. */
export const administratorEmail = 'ada@example.com';
export const administratorPassword = 'correct horse battery staple';

const someText = ['web', 'Web Server 1', 'Größe', 'naïve façade', '日本語', "O'Brien & Sons"];

/** What a field is usually called, and sent with: schemas alone rarely lead to anything that is accepted. */
const usual: Readonly<Record<string, (random: Random) => unknown>> = {
  billing_customer_id: (random) => 1 + random.below(3),
  client_id: (random) => 1 + random.below(3),
  service_id: (random) => 1 + random.below(3),
  ip_address: (random) => `${random.pick(['192.0.2', '127.0.0', '198.51.100'])}.${1 + random.below(40)}`,
  hostname: (random) => `web${random.below(20)}.example.com`,
  domain: (random) => `shop${random.below(30)}.example.com`,
  email: (random) => (random.chance(0.2) ? administratorEmail : `person${random.below(30)}@example.org`),
  password: (random) => (random.chance(0.9) ? administratorPassword : 'something else entirely'),
  current_password: (random) => (random.chance(0.9) ? administratorPassword : 'something else entirely'),
  new_password: () => administratorPassword,
  client_email: (random) => `person${random.below(30)}@example.org`,
  client_name: (random) => random.pick(someText),
  name: (random) => random.pick(someText),
  nickname: (random) => random.pick(someText),
  description: (random) => random.pick(someText),
  reason: (random) => random.pick(someText),
  product_slug: (random) => random.pick(['port_monitoring', 'domain_monitoring', 'endpoint']),
  plan_slug: (random) => random.pick(['starter', 'professional', 'business', 'tiny']),
  new_plan_slug: (random) => random.pick(['starter', 'professional', 'business', 'tiny']),
  currency: (random) => random.pick(['EUR', 'USD', 'JPY']),
  redirect_path: (random) => random.pick(['/', '/alerts', '//evil.example', '/a?b=c#d']),
  accent_colour: (random) => random.pick(['#aabbcc', '#000000', '#ffffff']),
  ports: (random) => random.pick(['22,80', '1-1024', '65535', '1-65535']),
  code: () => '000000',
  dump: (random) =>
    random.pick([
      '-P INPUT DROP\n-A INPUT -p tcp --dport 22 -j ACCEPT\n',
      'table inet f {\n chain input { type filter hook input priority 0; policy drop;\n  tcp dport { 22, 443 } accept\n }\n}\n',
      'Status: active\n\nTo                         Action      From\n--                         ------      ----\n22/tcp                     ALLOW       Anywhere\n',
      'public (active)\n  target: default\n  interfaces: eth0\n  ports: 22/tcp 8080/tcp\n',
    ]),
  logo: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>').toString('base64'),
};

/** Fields and parameters that name something that is there, or not. */
const idKinds: Readonly<Record<string, string>> = {
  endpoint_id: 'endpoints',
  endpoint: 'endpoints',
  monitored_domain_id: 'domains',
  domain_id: 'domains',
  scan: 'scans',
  cursor: 'cursor',
  after: 'cursor',
};

/** Makes values for an operation's input out of its schemas: mostly such as are accepted, else at a limit, else hostile. */
export class RequestValues {
  readonly #document: Json;
  readonly #random: Random;
  readonly #ids: SeenIds;

  constructor(document: Json, random: Random, ids: SeenIds) {
    this.#document = document;
    this.#random = random;
    this.#ids = ids;
  }

  /** @param hostility how likely a value is hostile */
  ofParameter({ path }: DescribedOperation, parameter: Json, hostility: number): string {
    const random = this.#random;
    const value = random.chance(hostility)
      ? hostileValue(random)
      : this.of(parameter.schema, parameter.name, 0, parameter.in === 'path' ? idKindIn(path, parameter) : undefined);
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  }

  of(given: Json, name: string, hostility: number, idKind = idKinds[name]): unknown {
    const random = this.#random;
    const schema = this.#resolve(given);
    if (random.chance(hostility)) return hostileValue(random);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.of(random.pick(choices), name, hostility, idKind);
    if (schema.format === 'uuid' || idKind !== undefined) return this.#ids.pick(random, idKind ?? name);
    const sample = usual[name];
    if (sample !== undefined && random.chance(0.9)) return sample(random);
    switch (Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type) {
      case 'object':
        return this.#object(schema, hostility);
      case 'array':
        return this.#array(schema, name, hostility);
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'boolean':
        return random.pick([true, false, 1, 0, 'true']);
      case 'string':
        return this.#text(schema);
      default:
        return random.pick(someText);
    }
  }

  #resolve(schema: Json): Json {
    if (schema?.$ref === undefined) return schema ?? {};
    const parts = String(schema.$ref).slice(2).split('/');
    return parts.reduce<Json>((value, part) => value[part], this.#document);
  }

  #object(schema: Json, hostility: number): Record<string, unknown> {
    const random = this.#random;
    const required = new Set<string>(schema.required ?? []);
    const entries = Object.entries<Json>(schema.properties ?? {})
      .filter(([name]) => random.chance(required.has(name) ? 0.98 : 0.4))
      .map(([name, property]) => [name, this.of(property, name, hostility)]);
    if (random.chance(0.03)) entries.push([random.pick(['unknown', '__proto__', 'constructor', 'id']), 1]);
    return Object.fromEntries(entries);
  }

  #array(schema: Json, name: string, hostility: number): unknown[] {
    const random = this.#random;
    const atLimits = [schema.minItems ?? 0, schema.maxItems ?? 5, (schema.maxItems ?? 5) + 1];
    const length = random.chance(0.03) ? Math.min(random.pick(atLimits), 1_000) : 1 + random.below(3);
    return Array.from({ length }, () => this.of(schema.items ?? {}, name, hostility));
  }

  #number({ minimum = 0, maximum = 2 ** 53 - 1 }: Json): unknown {
    const random = this.#random;
    if (random.chance(0.2)) return random.pick([minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5]);
    const value = minimum + random.below(Math.min(20, maximum - minimum) + 1);
    return random.chance(0.2) ? String(value) : value;
  }

  #text(schema: Json): string {
    const random = this.#random;
    if (schema.format === 'date-time')
      return new Date(Date.now() + (random.below(200) - 100) * 86_400_000).toISOString();
    if (schema.format === 'date') return new Date().toISOString().slice(0, 10);
    const longest = schema.maxLength ?? 255;
    if (random.chance(0.06)) return 'x'.repeat(Math.min(random.pick([longest, longest + 1]), 100_000));
    return random.pick(someText);
  }
}

/** The word before a parameter: `alerts` of `/api/v1/alerts/{id}/resolve`. Undefined when it is no id. */
function idKindIn(path: string, { name, schema }: Json): string | undefined {
  if (schema.format !== 'uuid') return undefined;
  const segments = path.split('/');
  return segments[segments.indexOf(`{${name}}`) - 1];
}
