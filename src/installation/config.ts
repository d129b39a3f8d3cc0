import { resolve } from 'node:path';
import { vantagePointPattern } from '../common/vantage-point.ts';
import {
  type LeakServiceChoices,
  type LeakSourcesConfig,
  leakServices,
} from '../engines/leak-sources/create-leak-sources.ts';
import { type LogLevel, logLevels } from '../platform/telemetry/logger.ts';
import {
  type Accepted,
  type Environment,
  EnvironmentReader,
  minSecretKeyLength,
  type ServiceAddress,
} from './environment-reader.ts';

export const scanEngines = ['auto', 'syn', 'connect', 'off'] as const;
export type ScanEngine = (typeof scanEngines)[number];

/** Everything that the environment decides, parsed once. */
export interface Config {
  /** No configuration but where to run: a demo partner is made and only loopback is scanned. */
  readonly evaluation: boolean;
  readonly port: number;
  readonly host: string;
  /** Where /livez, /readyz and /metrics are answered, whatever the role; null: nowhere of their own. */
  readonly operationsPort: number | null;
  readonly operationsHost: string;
  /** How long the service says that it is about to stop before it stops to answer. */
  readonly drainSeconds: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Null: the embedded database in dataDir. */
  readonly databaseUrl: string | null;
  /** The database itself, when databaseUrl leads through a pooler in transaction mode; null: databaseUrl does not. */
  readonly databaseListenUrl: string | null;
  /** Most database connections of a serving process, of every kind. */
  readonly databaseMaxConnections: number;
  readonly redisUrl: string | null;
  /** Without a trailing slash; null: links are made as the request was addressed. */
  readonly publicUrl: string | null;
  readonly trustProxy: readonly string[];
  /** Null: public addresses. */
  readonly scanAllow: readonly string[] | null;
  /** CIDRs that are never scanned, whatever is allowed. */
  readonly scanDeny: readonly string[];
  /** Where those who are scanned read who does it and how to opt out; null: nowhere. */
  readonly scanContactUrl: string | null;
  /** From where this process scans; null: it does not say. */
  readonly scanVantage: string | null;
  readonly scanEngine: ScanEngine;
  /** Endpoints that a worker scans at once. */
  readonly scanConcurrency: number;
  /** Of a worker. */
  readonly scanPacketsPerSecond: number;
  readonly scanPacketsPerSecondPerTarget: number;
  /** Of a worker, to one /24 (IPv4) or /64 (IPv6). */
  readonly scanPacketsPerSecondPerNetwork: number;
  /** What must answer for a worker to trust its own uplink. */
  readonly scanCanaries: readonly ServiceAddress[];
  /** The operator's own nmap, for a second opinion; null: none is asked. */
  readonly scanNmapPath: string | null;
  readonly scanCooldownSeconds: number;
  readonly scanIntervalSeconds: number;
  /** A plan's interval below it is not used; the installation's own may be shorter. */
  readonly scanShortestIntervalSeconds: number;
  /** Addresses that a partner may add in a day (UTC), and that a customer may add by itself. */
  readonly newAddressesPerDay: number;
  readonly newAddressesPerDayPerCustomer: number;
  readonly domainScanIntervalSeconds: number;
  /** How long what is over is kept. */
  readonly retention: RetentionConfig;
  /** Services on the network that are asked for leaks. The user agent is the program's. */
  readonly leakSources: Omit<LeakSourcesConfig, 'userAgent'>;
  /** The mail server and the sender's address; null: no mail is sent. */
  readonly mail: MailConfig | null;
  /** Name servers as `address` or `address:port`; null: the system's. */
  readonly dnsServers: readonly string[] | null;
  /** Addresses besides the public ones that webhooks go to, by plain HTTP, too. */
  readonly webhookAllow: readonly string[];
  /** First and last of each range of ports that webhooks go to; null: HTTPS, and those from 1,024 on without foreign services. */
  readonly webhookPorts: readonly (readonly [number, number])[] | null;
  readonly rateLimitStrict: number;
  readonly rateLimitDefault: number;
  readonly logLevel: LogLevel;
  /** A name below which every name leads here, for CNAME records that prove portal domains; null: there is none. */
  readonly portalCnameBase: string | null;
  /** What /.well-known/security.txt says; null: there is none. */
  readonly securityContact: SecurityContact | null;
  /** Null: kept in dataDir, made on the first start. Only with the embedded database. */
  readonly secretKey: string | null;
  /** The one before SECRET_KEY, or after it, while an installation goes from one to the other; null: it does not. */
  readonly otherSecretKey: string | null;
  /** Whether a service may begin with what was made in evaluation mode. */
  readonly keepsEvaluationData: boolean;
  /** Under which backups keep the secret key. */
  readonly backupPassphrase: string | null;
  /** Checks of the doctor whose warnings the operator has decided to live with. */
  readonly doctorAccepts: readonly string[];
  /** What works but ought to be otherwise, in sentences for the operator. */
  readonly warnings: readonly string[];
}

export interface RetentionConfig {
  /** Of scans of both kinds, and of what port scans saw. At least two: a monthly report compares two months. */
  readonly scanMonths: number;
  /** Of alerts, after they ended. */
  readonly alertDays: number;
  readonly auditDays: number;
}

export interface SecurityContact {
  /** mailto: or https: URLs, the preferred one first. */
  readonly contacts: readonly string[];
  readonly policyUrl: string | null;
}

export interface MailConfig {
  /** With user and password, if it wants them. */
  readonly smtpUrl: string;
  readonly fromAddress: string;
  /** How mails come back that cannot be delivered; null: to their senders, unseen here. */
  readonly bounces: BounceConfig | null;
}

interface BounceConfig {
  /** Mail to it, with anything behind a plus sign, is posted to the intake. */
  readonly address: string;
  /** What whoever posts it shows. */
  readonly token: string;
}

/** The local part of an address has 64 characters; a return path needs 43 of them (notifications/mail/return-paths.ts). */
const maxBounceLocalPart = 21;
const loopback = ['127.0.0.0/8', '::1'];
/** What an installation may do without, by a decision. */
const acceptableChecks = ['backup', 'bounces', 'canaries', 'mail'] as const;
/** Where and how loud to run. Any other variable says what the service is for, and ends evaluation mode. */
export const placeVariables: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'OPERATIONS_PORT',
  'OPERATIONS_HOST',
  'DRAIN_SECONDS',
  'DATA_DIR',
  'LOG_LEVEL',
  'UNKNOWN_VARIABLES',
  'BACKUP_PASSPHRASE',
  'BACKUP_PASSPHRASE_FILE',
  'DOCTOR_ACCEPTS',
]);

/**
 * @param refusesMisspelt whether a variable that nothing reads is a mistake when its name is nearly that of one that is read
 * @throws ConfigError listing everything that is wrong, not only the first
 */
export function parseConfig(environment: Environment = process.env, refusesMisspelt = true): Config {
  const reader = new EnvironmentReader(environment);
  const config = readConfig(reader);
  const refuses = reader.choice('UNKNOWN_VARIABLES', unknownVariables, 'refuse') === 'refuse';
  if (refuses && refusesMisspelt)
    for (const { name, meant } of misspeltVariables(environment)) reader.refuseMisspelt(name, meant);
  reader.throwIfInvalid();
  const evaluation = reader.given.every((name) => placeVariables.has(name));
  if (!evaluation) return { ...config, evaluation };
  return { ...config, evaluation, scanAllow: loopback, webhookAllow: loopback };
}

/** What a start that is not in evaluation mode does about data that was made in it. */
const evaluationData = ['refuse', 'keep'] as const;

/** What is done about variables that nothing reads and whose names are nearly those of some that are read. */
const unknownVariables = ['refuse', 'ignore'] as const;

export interface MisspeltVariable {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly meant: string;
}

/** Every variable that is read, in the order in which it is. */
export function acceptedVariables(): ReadonlyMap<string, Accepted> {
  const reader = new EnvironmentReader({});
  readConfig(reader);
  reader.choice('UNKNOWN_VARIABLES', unknownVariables, 'refuse');
  return reader.known;
}

/** A variable of the configuration as it is in force. */
export interface Setting {
  readonly name: string;
  /** Of a secret "(secret)", of an address neither user, password nor query; null: it has none. */
  readonly value: string | number | null;
  readonly from: 'environment' | 'default';
}

/** Every variable that is read, in the order in which it is. */
export function settingsInForce(environment: Environment = process.env): Setting[] {
  return [...acceptedVariables()].map(([name, { fallback, isSecret }]) => {
    const given = environment[name]?.trim() || null;
    if (given === null) return { name, value: fallback, from: 'default' };
    return { name, value: isSecret ? '(secret)' : withoutCredentials(given), from: 'environment' };
  });
}

/** What must not be seen of the configuration: keys, passwords and tokens, by themselves. */
export function secretsInForce(config: Config, environment: Environment = process.env): string[] {
  const given = [...acceptedVariables()].flatMap(([name, { isSecret }]) =>
    isSecret ? [environment[name]?.trim()] : [],
  );
  const kept = [config.secretKey, config.otherSecretKey, config.backupPassphrase];
  const urls = [config.databaseUrl, config.databaseListenUrl, config.redisUrl, config.mail?.smtpUrl];
  const passwords = urls.flatMap((url) => {
    const password = /^[a-z]+:\/\/[^/?#@]*?:([^/?#@]*)@/.exec(url ?? '')?.[1] ?? '';
    return [password, decodeURIComponent(password)];
  });
  return [...given, ...kept, ...passwords].flatMap((secret) => (secret ? [secret] : []));
}

/** What the environment sets. */
export function settingsMade(): Setting[] {
  return settingsInForce().filter(({ from }) => from === 'environment');
}

function withoutCredentials(text: string): string {
  return text.replaceAll(/\b([a-z]+:\/\/)(?:[^\s/?#,]*@)?([^\s?#,]*)(?:[?#][^\s,]*)?/gi, '$1$2');
}

/** The environment of a process that this one starts of itself, with what that one has of its own. */
export function environmentOfChild(own: Readonly<Record<string, string>>): Environment {
  return { ...process.env, ...own };
}

/** Variables that nothing reads, but whose names are nearly those of some that are read. */
export function misspeltVariables(environment: Environment = process.env): MisspeltVariable[] {
  const accepted = acceptedVariables();
  const known = [...accepted.keys()];
  return Object.keys(environment)
    .filter((name) => !accepted.has(name))
    .flatMap((name) => {
      const near = known
        .map((meant) => ({ name, meant, slips: slipsBetween(name.toUpperCase(), meant) }))
        .filter(({ meant, slips }) => slips <= (meant.length < 6 ? 1 : 2))
        .toSorted((a, b) => a.slips - b.slips)[0];
      return near === undefined ? [] : [{ name, meant: near.meant }];
    });
}

/** Letters left out, added, replaced, or swapped with their neighbour (the distance of Damerau and Levenshtein). */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
        swapped ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}

/** Reads every variable there is, whatever the others say, so that the reader knows all of their names afterwards. */
function readConfig(reader: EnvironmentReader): Omit<Config, 'evaluation'> {
  const databaseUrl = reader.databaseUrl('DATABASE_URL');
  return {
    port: reader.integer('PORT', 8080, 0, 65_535),
    host: reader.text('HOST') ?? '127.0.0.1',
    operationsPort: reader.integer('OPERATIONS_PORT', null, 0, 65_535),
    operationsHost: reader.text('OPERATIONS_HOST') ?? '127.0.0.1',
    drainSeconds: reader.integer('DRAIN_SECONDS', 0, 0, 300),
    dataDir: resolve(reader.text('DATA_DIR') ?? './data'),
    databaseUrl,
    databaseListenUrl: reader.databaseUrl('DATABASE_LISTEN_URL'),
    databaseMaxConnections: reader.integer('DATABASE_MAX_CONNECTIONS', 28, 12, 1_000),
    redisUrl: reader.url('REDIS_URL', ['redis:', 'rediss:']),
    publicUrl: reader.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    trustProxy: reader.addresses('TRUST_PROXY') ?? [],
    scanAllow: reader.addresses('SCAN_ALLOW'),
    scanDeny: reader.networks('SCAN_DENY'),
    scanContactUrl: reader.webAddress('SCAN_CONTACT_URL'),
    scanVantage: reader.matching(
      'SCAN_VANTAGE',
      vantagePointPattern,
      'a name of 1 to 32 lower-case letters, digits and hyphens, such as fra1',
    ),
    scanEngine: reader.choice('SCAN_ENGINE', scanEngines, 'auto'),
    scanConcurrency: reader.integer('SCAN_CONCURRENCY', 256, 1, 4_096),
    scanPacketsPerSecond: reader.integer('SCAN_PACKETS_PER_SECOND', 50_000, 10, 10_000_000),
    scanPacketsPerSecondPerTarget: reader.integer('SCAN_PACKETS_PER_SECOND_PER_TARGET', 1_000, 10, 1_000_000),
    scanPacketsPerSecondPerNetwork: reader.integer('SCAN_PACKETS_PER_SECOND_PER_NETWORK', 5_000, 10, 10_000_000),
    scanCanaries: reader.services('SCAN_CANARIES'),
    scanNmapPath: reader.absolutePath('SCAN_NMAP_PATH'),
    scanCooldownSeconds: reader.integer('SCAN_COOLDOWN_SECONDS', 300, 0, 86_400),
    scanIntervalSeconds: reader.integer('SCAN_INTERVAL_SECONDS', 86_400, 1, 2_678_400),
    scanShortestIntervalSeconds: reader.integer('SCAN_SHORTEST_INTERVAL_SECONDS', 3_600, 1, 2_678_400),
    newAddressesPerDay: reader.integer('NEW_ADDRESSES_PER_DAY', 10_000, 0, 10_000_000),
    newAddressesPerDayPerCustomer: reader.integer('NEW_ADDRESSES_PER_DAY_PER_CUSTOMER', 50, 0, 10_000_000),
    domainScanIntervalSeconds: reader.integer('DOMAIN_SCAN_INTERVAL_SECONDS', 86_400, 60, 2_678_400),
    retention: {
      scanMonths: reader.integer('SCAN_RETENTION_MONTHS', 13, 2, 120),
      alertDays: reader.integer('ALERT_RETENTION_DAYS', 1_095, 90, 36_500),
      auditDays: reader.integer('AUDIT_RETENTION_DAYS', 1_095, 90, 36_500),
    },
    leakSources: leakSources(reader),
    mail: mail(reader),
    dnsServers: reader.nameServers('DNS_SERVERS'),
    webhookAllow: reader.networks('WEBHOOK_ALLOW'),
    webhookPorts: reader.ports('WEBHOOK_PORTS'),
    rateLimitStrict: reader.integer('RATE_LIMIT_STRICT', 60, 1, 1_000_000),
    rateLimitDefault: reader.integer('RATE_LIMIT_DEFAULT', 100, 1, 1_000_000),
    logLevel: reader.choice('LOG_LEVEL', logLevels, 'info'),
    portalCnameBase: reader.domainName('PORTAL_CNAME_BASE'),
    securityContact: securityContact(reader),
    secretKey: reader.secretKey(databaseUrl !== null),
    otherSecretKey: reader.secret('SECRET_KEY_PREVIOUS', minSecretKeyLength),
    keepsEvaluationData: reader.choice('EVALUATION_DATA', evaluationData, 'refuse') === 'keep',
    backupPassphrase: reader.secret('BACKUP_PASSPHRASE', 12),
    doctorAccepts: reader.choices('DOCTOR_ACCEPTS', acceptableChecks),
    warnings: reader.warnings,
  };
}

/** What needs no key is asked only when it is named, since asking tells it which domains are monitored. */
function leakSources(reader: EnvironmentReader): Config['leakSources'] {
  const services = Object.entries(leakServices);
  const keyless = services.filter(([, { key }]) => key !== 'needed').map(([, { name }]) => name);
  const named = reader.choices('LEAK_SOURCES', keyless);
  const choices = services.map(([id, { name, key }]) => {
    const variables = name.toUpperCase();
    const apiKey = key === 'none' ? null : reader.hidden(`${variables}_API_KEY`);
    const baseUrl = reader.url(`${variables}_URL`, ['http:', 'https:']);
    return [id, apiKey !== null || named.includes(name) ? { apiKey, baseUrl } : null];
  });
  return {
    ...(Object.fromEntries(choices) as LeakServiceChoices),
    mispFeedUrls: reader.urls('MISP_FEED_URLS', ['http:', 'https:']),
  };
}

function mail(reader: EnvironmentReader): MailConfig | null {
  const smtpUrl = reader.url('SMTP_URL', ['smtp:', 'smtps:']);
  const fromAddress = reader.mailAddress('MAIL_FROM', smtpUrl === null ? null : 'SMTP_URL');
  const token = reader.token('MAIL_BOUNCE_TOKEN');
  const address = reader.mailAddress('MAIL_BOUNCE_ADDRESS', token === null ? null : 'MAIL_BOUNCE_TOKEN');
  if (address !== null && token === null) reader.refuse('MAIL_BOUNCE_TOKEN is required with MAIL_BOUNCE_ADDRESS.');
  if (address !== null && address.lastIndexOf('@') > maxBounceLocalPart)
    reader.refuse(`MAIL_BOUNCE_ADDRESS must have at most ${maxBounceLocalPart} characters before the @.`);
  const bounces = address === null || token === null ? null : { address, token };
  return smtpUrl === null || fromAddress === null ? null : { smtpUrl, fromAddress, bounces };
}

function securityContact(reader: EnvironmentReader): SecurityContact | null {
  const contacts = reader.urls('SECURITY_CONTACT', ['mailto:', 'https:']);
  const policyUrl = reader.url('SECURITY_POLICY_URL', ['https:']);
  return contacts.length === 0 ? null : { contacts, policyUrl };
}
