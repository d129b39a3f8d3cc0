import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { failedAuthenticationsPerMinute } from '../src/core/api/admission.ts';
import { groups } from '../src/core/api/groups.ts';
import { keptHours } from '../src/core/api/idempotency.ts';
import { type ProblemCode, problemCodes, problemStatus } from '../src/core/api/problems.ts';
import { bodyLimitOf } from '../src/core/api/route.ts';
import { accountCeilingFactor } from '../src/identity/credentials/authenticate.ts';
import { maxLiveKeys } from '../src/identity/partners/create-key.ts';
import { customersShare } from '../src/identity/sign-in/routes.ts';
import { parseConfig } from '../src/installation/config.ts';
import { maxChannels } from '../src/notifications/channels/channel-record.ts';
import { maxWebhooks } from '../src/notifications/webhooks/create-webhook.ts';
import { apiDocument, type Json, type Operation } from './api-document.ts';
import { declaredRoutes } from './error-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const guide = readdirSync(join(root, 'docs/guide'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/guide/${file}`);
const phpClient = 'integrations/php-client/src';
/** Where the steps, rules and variables of check-integration are named. */
const checkSources = ['src/commands/check-integration-command.ts', 'src/engines/integration-check'];
/** What integrators read, with where else than in the API its words are from. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(guide.map((file) => [file, [phpClient, ...checkSources]])),
  'docs/api.md': ['src/core/operation/facts.ts', 'src/monitoring/port-scans'],
  'docs/webhooks.md': [],
  'docs/channels.md': ['src/notifications'],
  'client/README.md': ['client'],
  'integrations/php-client/README.md': [phpClient],
  'integrations/python-client/README.md': ['integrations/python-client/src'],
  'integrations/whmcs/README.md': ['integrations/whmcs'],
  'integrations/fossbilling/README.md': ['integrations/fossbilling', 'test/acceptance/fossbilling-real.test.ts'],
  'integrations/paymenter/README.md': ['integrations/paymenter', 'test/acceptance/paymenter-real.test.ts'],
};
const pages = Object.keys(sourcesOf);
/** By page its text outside of examples. */
const prose = new Map(pages.map((file) => [file, read(file).replace(/^```.*?^```/gms, '')]));
const document = await apiDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);

/** What they name that is no word of the API. */
const others = new Set([
  ...['starter', 'professional', 'business', 'enterprise', 'single'], // plans
  ...['Allow', 'Origin', 'Deprecation', 'Sunset', 'DELETE', 'POST', 'Authorization', 'Bearer', 'br', 'same-origin'], // of HTTP
  ...[
    'Accept-Encoding',
    'Content-Encoding',
    'Retry-After',
    'Sec-Fetch-Site',
    'X-Request-Id',
    'content-type',
    'retry-after',
  ],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'webhook-id', 'webhook-signature', 'webhook-timestamp'],
  ...['needed_role', 'methods', 'passkey_options'], // details of refusals
  ...['breakwater_session', 'breakwater_device'], // cookies
  'deprecated', // of OpenAPI
  'scan.status', // a field of an event
  'check-integration', // a command
  ...['LIMIT', 'describe', 'verbose', 'sysctl', 'iptables-save'], // of programs whose dumps are read
  ...['describe-network-interfaces', 'describe-security-group-rules'],
  ...['json_encode', 'WEBHOOK_SECRET'], // of receivers in the page
  ...['breakwater_alert_inbox_changes', 'breakwater_alert_inbox_oldest_seconds'], // measurements
  'mod_breakwater_services', // a table of WHMCS
  ...['acme', 'Acme'], // names of somebody's own
  ...['mariadb-client-core', 'mariadb-server-core', 'php-pimple'], // packages
  ...['github.io', 'shop.github.io', 'version.bind', 'hooks.slack.com', 'hooks.slack-gov.com', 'info.version'], // of hosts, and of OpenAPI
]);

/** Pages of the portal, what mails lead to, the documentation, and another service's. */
const elsewhere = [
  '/servers',
  '/domains',
  '/console',
  '/mail',
  '/portal',
  '/sso',
  '/docs',
  '/openapi.json',
  '/v1/firewalls',
];
const isElsewhere = (path: string) =>
  elsewhere.some((each) => path === each || (/^[/?]/.test(path.slice(each.length)) && path.startsWith(each)));

/** What a pattern finds in the pages, as `file: found`. */
function found(pattern: RegExp, isWrong: (match: RegExpMatchArray) => boolean): string[] {
  return [...prose].flatMap(([file, text]) =>
    [...text.matchAll(pattern)].filter(isWrong).map(([whole]) => `${file}: ${whole}`),
  );
}

/** The words of files, those of a directory included. */
function wordsIn(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) =>
    statSync(join(root, path)).isFile()
      ? [path]
      : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(?:ts|php|py|json|tpl|twig)$/.test(name) && !name.includes('node_modules'))
          .map((name) => `${path}/${name}`),
  );
  return files.flatMap((file) => read(file).match(/[\w.-]+/g) ?? []).flatMap((word) => [word, ...word.split(/[.-]/)]);
}

it('every word in backticks is one of the API: a state, code or field that there is not is found', () => {
  // What the document has, as types; the closed list of codes; and the variables of the operator.
  const api = ['client/api.ts', 'client/session-api.ts', 'src/core/api/problems.ts'];
  const known = new Set([...wordsIn([...api, 'docs/configuration.md', 'docs/cli.md']), ...others]);
  const eventKinds = new Set(Object.keys(document.webhooks).map((type) => type.split('.')[0]!));
  const unknown = pages.flatMap((file) => {
    const words = new Set([...known, ...wordsIn(sourcesOf[file]!)]);
    const isUnknown = (name: string) => {
      if (words.has(name) || /^[A-Z]+_ID$/.test(name)) return false;
      // A field of a field; a type of event is one word.
      const [first, ...more] = name.split('.');
      return more.length === 0 || eventKinds.has(first!) || name.split('.').some((part) => !words.has(part));
    };
    return [...prose.get(file)!.matchAll(/`([A-Za-z]+(?:[_.-][A-Za-z]+)*)`/g)]
      .filter(([, name]) => isUnknown(name!))
      .map(([name]) => `${file}: ${name}`);
  });
  expect(unknown).toEqual([]);
  expect(known.has('whitelisted')).toBe(false);
});

/** By name the schemas of all fields and parameters. */
function namedSchemas(): ReadonlyMap<string, Json[]> {
  const byName = new Map<string, Json[]>();
  const add = (name: string, schema: Json) => byName.set(name, [...(byName.get(name) ?? []), schema]);
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties, name, schema } = part as Record<string, unknown>;
    for (const [field, ofField] of Object.entries((properties ?? {}) as Record<string, Json>)) add(field, ofField);
    if (typeof name === 'string' && schema !== undefined) add(name, schema as Json);
    for (const each of Object.values(part)) walk(each);
  };
  walk(document);
  return byName;
}

it('a value that stands with its field is one that the field has', () => {
  const schemas = namedSchemas();
  const has = ({ $ref, enum: choices, const: only, type, anyOf, oneOf }: Json, value: string): boolean => {
    if (typeof $ref === 'string') return has(document.components.schemas[$ref.split('/').at(-1)!]!, value);
    const variants = (anyOf ?? oneOf) as Json[] | undefined;
    if (variants) return variants.some((variant) => has(variant, value));
    if (choices ?? only) return ((choices ?? [only]) as unknown[]).map(String).includes(value);
    const isBoolean = [type].flat().includes('boolean');
    return isBoolean ? /^(?:true|false)$/.test(value) : [type].flat().includes('string');
  };
  const pair = /`(?!WHMCS_HISTORIES)([a-z]\w*)(?:: |=)([\w-]+)`/g;
  const wrong = found(pair, ([, name, value]) => !(schemas.get(name!) ?? []).some((schema) => has(schema, value!)));
  expect(wrong).toEqual([]);
  expect(found(pair, () => true).length).toBeGreaterThan(10);
});

it('every operation in backticks is one of the API, whatever its ids are called', () => {
  const shape = (name: string) => name.replaceAll(/\{\w+\}/g, '{}').replace(/\?.*/, '');
  const names = new Set(operations.map(({ name }) => shape(name.replace('/api/v1', ''))));
  const wrong = found(
    /`(GET|POST|PUT|DELETE) (?:\/api\/v1)?(\/[^\s`]*)`/g,
    ([, method, path]) => !isElsewhere(path!) && !names.has(shape(`${method} ${path}`)),
  );
  expect(wrong).toEqual([]);
});

it('every path in backticks is one of the API, or the beginning of some', () => {
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const known = ['/api/v1', ...operations.map(({ path }) => shape(path.replace('/api/v1', '')))];
  const wrong = found(/`(?:\/api\/v1(?=\/))?(\/[a-z][\w{}/-]*)`/g, ([, path]) => {
    if (isElsewhere(path!)) return false;
    const sought = shape(path!).replace(/\/$/, '');
    return !known.some((each) => each === sought || each.startsWith(`${sought}/`));
  });
  expect(wrong).toEqual([]);
});

it('a status that stands before a code is that of the code', () => {
  const codes = new Set<string>(problemCodes);
  const isWrong = ([, status, code]: RegExpMatchArray) =>
    codes.has(code!) && problemStatus(code as ProblemCode) !== Number(status);
  expect(found(/\b([45]\d\d),? (?:with )?`([A-Z]+(?:_[A-Z]+)+)`/g, isWrong)).toEqual([]);
  expect(found(/\b([45]\d\d) ([A-Z]+(?:_[A-Z]+)+)\b/g, isWrong)).toEqual([]);
  expect(found(/\b([45]\d\d),? (?:with )?`([A-Z]+(?:_[A-Z]+)+)`/g, () => true).length).toBeGreaterThan(10);
});

function operationOf(path: string): Operation {
  return document.paths[path]!.post!;
}

/** By what is limited how much of it there may be, as the page has it. */
const limits = new Map(
  [...prose.get('docs/guide/limits.md')!.matchAll(/^\| ([^|]+?) \| ([^|]+?) \|/gm)].map(([, what, howMuch]) => [
    what!,
    howMuch!,
  ]),
);

it('the limits of a new installation, of operations and of what an account may have are what the limits say', () => {
  const { rateLimitStrict: strict, rateLimitDefault: usual, ...config } = parseConfig({});
  const groupNames = Object.values(groups)
    .filter(({ access, limit }) => access === 'key' && limit === 'strict')
    .map(({ name }) => name);
  const services = operationOf('/api/v1/billing/sync-services').requestBody!.content['application/json']!.schema;
  const { maxItems } = (services.properties as Record<string, { maxItems: number }>).services!;
  expect(Object.fromEntries(limits)).toMatchObject({
    [`Requests of the groups ${groupNames.slice(0, -1).join(', ')} and ${groupNames.at(-1)}`]: `${strict} a minute and key`,
    'Sign-ins of customers (`/sso/token`), counted apart': `${strict} a minute and key, ${strict / customersShare} a minute and customer`,
    'Other requests': `${usual} a minute and key`,
    'All keys of an account together': `${accountCeilingFactor} times as many`,
    'Wrong keys': `${failedAuthenticationsPerMinute.perNetwork} a minute and network`,
    'Services in one sync': String(maxItems),
    'Scans by hand': `one in ${config.scanCooldownSeconds / 60} minutes and server`,
    'New addresses': `${config.newAddressesPerDay.toLocaleString('en')} a day and account`,
    'Valid keys of an account': String(maxLiveKeys),
    'Webhooks of an account, and of its sandbox': `${maxWebhooks} each`,
    'Channels of an account, and of each customer': `${maxChannels} each`,
  });
});

it('the longest bodies are what the limits and the rules of the API say', () => {
  const bytes = new Map(declaredRoutes().map((declaration) => [declaration.operationId, bodyLimitOf(declaration)]));
  const of = (operationId: string) => {
    const kibibytes = bytes.get(operationId)! / 1_024;
    return kibibytes < 1_024 ? `${kibibytes} KiB` : `${kibibytes / 1_024} MiB`;
  };
  const usual = of('provisionEndpoint');
  const longer = ['ingestFirewall', 'setBranding', 'setPrices', 'syncServices'];
  expect([...bytes.keys()].filter((each) => of(each).endsWith('MiB')).toSorted()).toEqual(longer);
  expect(new Set(['setBranding', 'setPrices', 'syncServices'].map(of)).size).toBe(1);
  const [long, dumps] = [of('syncServices'), of('ingestFirewall')];
  expect(limits.get('Body')).toBe(`${usual}; ${long} for sync and prices; ${dumps} for firewall dumps`);
  expect(prose.get('docs/api.md')!.replaceAll(/\s+/g, ' ')).toContain(
    `A body may have ${usual}; ${of('signIn')} at \`/session\`, ${long} for branding, sync-services and POST pricing, ${dumps} for firewall dumps.`,
  );
});

it('an Idempotency-Key is as long, and is kept for as long, as the limits say', () => {
  const { parameters = [] } = operationOf('/api/v1/billing/provision');
  const { maxLength } = parameters.find(({ name }) => name === 'Idempotency-Key')!.schema;
  const text = prose.get('docs/guide/limits.md')!.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`\`Idempotency-Key\` (up to ${maxLength} characters)`);
  expect(text).toContain(`for ${keptHours} hours`);
});

it('the longest page of each list is what the limits say', () => {
  const [usual, ...exceptions] = limits
    .get('Page of a list')!
    .split(';')
    .map((part) => ({
      entries: Number(part.match(/[\d,]+/)![0].replaceAll(',', '')),
      paths: [...part.matchAll(/`([^`]+)`/g)].map(([, path]) => `/api/v1${path}`),
    }));
  const told = new Map(exceptions.flatMap(({ entries, paths }) => paths.map((path) => [path, entries])));
  const longest = operations.flatMap(({ path, operation: { parameters = [] } }) =>
    parameters
      .filter(({ name, in: place }) => place === 'query' && (name === 'limit' || name === 'per_page'))
      .map(({ schema }) => ({ path: path.replace(/\{\w+\}/, '{id}'), entries: schema.maximum })),
  );
  expect(longest.filter(({ path, entries }) => entries !== (told.get(path) ?? usual!.entries))).toEqual([]);
  expect([...told.keys()].filter((path) => !longest.some((limit) => limit.path === path))).toEqual([]);
});
