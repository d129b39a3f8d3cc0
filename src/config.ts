import { readFileSync, statSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { createAddressPolicy } from './engines/address-policy/address-policy.ts';
import { canonicalNetwork } from './engines/address-policy/address-set.ts';
import type { LeakSourcesConfig } from './engines/leak-sources/create-leak-sources.ts';
import { type LogLevel, logLevels } from './platform/telemetry/logger.ts';

export const scanEngines = ['auto', 'syn', 'connect', 'off'] as const;
export type ScanEngine = (typeof scanEngines)[number];

/** Leak sources that need no key: asked only when they are named, since asking tells them which domains are monitored. */
const keylessLeakSources = ['hudson_rock', 'ransom_look', 'ransomware_live'] as const;

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
  /** Services on the network that are asked for leaks. The user agent is the program's. */
  readonly leakSources: Omit<LeakSourcesConfig, 'userAgent'>;
  /** The mail server and the sender's address; null: no mail is sent. */
  readonly mail: MailConfig | null;
  /** Name servers as `address` or `address:port`; null: the system's. */
  readonly dnsServers: readonly string[] | null;
  readonly rateLimitStrict: number;
  readonly rateLimitDefault: number;
  readonly logLevel: LogLevel;
  /** A name below which every name leads here, for CNAME records that prove portal domains; null: there is none. */
  readonly portalCnameBase: string | null;
  /** What /.well-known/security.txt says; null: there is none. */
  readonly securityContact: SecurityContact | null;
  /** Null: kept in dataDir, made on the first start. Only with the embedded database. */
  readonly secretKey: string | null;
  /** What works but ought to be otherwise, in sentences for the operator. */
  readonly warnings: readonly string[];
}

export interface SecurityContact {
  /** mailto: or https: URLs, the preferred one first. */
  readonly contacts: readonly string[];
  readonly policyUrl: string | null;
}

/** A TCP service: an address or a name, and a port. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

export interface MailConfig {
  /** With user and password, if it wants them. */
  readonly smtpUrl: string;
  readonly fromAddress: string;
}

/** The environment is not usable; the message names each variable and what it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const minSecretKeyLength = 32;
const loopback = ['127.0.0.0/8', '::1'];
/** Where and how loud to run. Any other variable says what the service is for, and ends evaluation mode. */
const placeVariables: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'OPERATIONS_PORT',
  'OPERATIONS_HOST',
  'DRAIN_SECONDS',
  'DATA_DIR',
  'LOG_LEVEL',
]);

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError listing everything that is wrong, not only the first */
export function parseConfig(environment: Environment = process.env): Config {
  const reader = new EnvironmentReader(environment);
  const config = readConfig(reader);
  reader.throwIfInvalid();
  const evaluation = reader.given.every((name) => placeVariables.has(name));
  return { ...config, evaluation, scanAllow: evaluation ? loopback : config.scanAllow };
}

export interface MisspeltVariable {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly meant: string;
}

/** Variables that nothing reads, but whose names are nearly those of some that are read. */
export function misspeltVariables(environment: Environment = process.env): MisspeltVariable[] {
  const reader = new EnvironmentReader(environment);
  readConfig(reader);
  const known = [...reader.known];
  return Object.keys(environment)
    .filter((name) => !reader.known.has(name))
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
    redisUrl: reader.url('REDIS_URL', ['redis:', 'rediss:']),
    publicUrl: reader.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    trustProxy: reader.addresses('TRUST_PROXY') ?? [],
    scanAllow: reader.addresses('SCAN_ALLOW'),
    scanDeny: reader.networks('SCAN_DENY'),
    scanContactUrl: reader.webAddress('SCAN_CONTACT_URL'),
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
    leakSources: leakSources(reader),
    mail: mail(reader),
    dnsServers: reader.nameServers('DNS_SERVERS'),
    rateLimitStrict: reader.integer('RATE_LIMIT_STRICT', 60, 1, 1_000_000),
    rateLimitDefault: reader.integer('RATE_LIMIT_DEFAULT', 100, 1, 1_000_000),
    logLevel: reader.choice('LOG_LEVEL', logLevels, 'info'),
    portalCnameBase: reader.domainName('PORTAL_CNAME_BASE'),
    securityContact: securityContact(reader),
    secretKey: reader.secretKey(databaseUrl !== null),
    warnings: reader.warnings,
  };
}

function leakSources(reader: EnvironmentReader): Config['leakSources'] {
  const keyless = reader.choices('LEAK_SOURCES', keylessLeakSources);
  const withKey = (name: string) => ({
    apiKey: reader.text(`${name}_API_KEY`),
    baseUrl: reader.url(`${name}_URL`, ['http:', 'https:']),
  });
  const withoutKey = (name: string) => ({ baseUrl: reader.url(`${name}_URL`, ['http:', 'https:']) });
  const [hibp, xposedOrNot, ransomwareLive] = [withKey('HIBP'), withKey('XPOSEDORNOT'), withKey('RANSOMWARE_LIVE')];
  const [hudsonRock, ransomLook] = [withoutKey('HUDSON_ROCK'), withoutKey('RANSOM_LOOK')];
  const keyed = ({ apiKey, baseUrl }: typeof hibp) => (apiKey === null ? null : { apiKey, baseUrl });
  return {
    hibp: keyed(hibp),
    xposedOrNot: keyed(xposedOrNot),
    hudsonRock: keyless.includes('hudson_rock') ? hudsonRock : null,
    ransomLook: keyless.includes('ransom_look') ? ransomLook : null,
    ransomwareLive: keyless.includes('ransomware_live') || ransomwareLive.apiKey !== null ? ransomwareLive : null,
    mispFeedUrls: reader.urls('MISP_FEED_URLS', ['http:', 'https:']),
  };
}

function mail(reader: EnvironmentReader): MailConfig | null {
  const smtpUrl = reader.url('SMTP_URL', ['smtp:', 'smtps:']);
  const fromAddress = reader.mailAddress('MAIL_FROM', smtpUrl !== null);
  return smtpUrl === null || fromAddress === null ? null : { smtpUrl, fromAddress };
}

function securityContact(reader: EnvironmentReader): SecurityContact | null {
  const contacts = reader.urls('SECURITY_CONTACT', ['mailto:', 'https:']);
  const policyUrl = reader.url('SECURITY_POLICY_URL', ['https:']);
  return contacts.length === 0 ? null : { contacts, policyUrl };
}

class EnvironmentReader {
  /** The names of all variables that were asked for. */
  readonly known = new Set<string>();
  readonly warnings: string[] = [];
  readonly #environment: Environment;
  readonly #errors: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Trimmed; an empty variable counts as absent. */
  text(name: string): string | null {
    this.known.add(name);
    return this.#environment[name]?.trim() || null;
  }

  /** Those of the known variables that the environment sets. */
  get given(): string[] {
    return [...this.known].filter((name) => this.text(name) !== null);
  }

  absolutePath(name: string): string | null {
    const path = this.text(name);
    if (path === null || isAbsolute(path)) return path;
    return this.#reject(`${name} must be an absolute path, not "${path}".`, null);
  }

  integer<T extends number | null>(name: string, fallback: T, min: number, max: number): number | T {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    return this.#reject(`${name} must be an integer from ${min} to ${max}, not "${text}".`, fallback);
  }

  choice<const T extends readonly string[]>(name: string, choices: T, fallback: T[number]): T[number] {
    const text = this.text(name);
    if (text === null || choices.includes(text)) return text ?? fallback;
    return this.#reject(`${name} must be one of ${choices.join(', ')}, not "${text}".`, fallback);
  }

  /** Any number of the choices, separated by commas or spaces. */
  choices<const T extends readonly string[]>(name: string, choices: T): readonly T[number][] {
    const list = this.#list(name);
    const unknown = list.find((text) => !choices.includes(text));
    if (unknown === undefined) return list;
    return this.#reject(`${name} must name some of ${choices.join(', ')}, not "${unknown}".`, []);
  }

  /** URLs separated by commas or spaces; they are never quoted. */
  urls(name: string, protocols: readonly string[]): readonly string[] {
    const list = this.#list(name);
    if (list.every((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))) return list;
    return this.#reject(`${name} must be URLs that start with ${startsOf(protocols)}, separated by commas.`, []);
  }

  /** Addresses with or without a port, as `Resolver.setServers` takes them; null: none are given. */
  nameServers(name: string): readonly string[] | null {
    const list = this.#list(name);
    const wrong = list.find((text) => !isNameServer(text));
    if (wrong === undefined) return list.length > 0 ? list : null;
    return this.#reject(
      `${name} must be IP addresses such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:5353, not "${wrong}".`,
      null,
    );
  }

  #list(name: string): string[] {
    return (
      this.text(name)
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? []
    );
  }

  /** The value itself is never quoted: it can carry a password. */
  url(name: string, protocols: readonly string[]): string | null {
    const text = this.text(name);
    if (text === null || (URL.canParse(text) && protocols.includes(new URL(text).protocol))) return text;
    return this.#reject(`${name} must be a URL that starts with ${startsOf(protocols)}.`, null);
  }

  /** As PostgreSQL's own clients take it: the host may be missing, or a unix socket's directory in `?host=`. */
  databaseUrl(name: string): string | null {
    const text = this.text(name);
    // The one thing of it that a URL cannot say: a user, but no host.
    if (text !== null && /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/')))
      return text;
    return this.url(name, ['postgres:', 'postgresql:']);
  }

  /** IP addresses and CIDRs, separated by commas or spaces. */
  addresses(name: string): readonly string[] | null {
    if (this.text(name) === null) return null;
    const list = this.#list(name);
    try {
      createAddressPolicy(list);
      return list;
    } catch (error) {
      return this.#reject(`${name}: ${(error as Error).message}`, null);
    }
  }

  /** The same, as plain networks. */
  networks(name: string): readonly string[] {
    try {
      return this.#list(name).map(canonicalNetwork);
    } catch (error) {
      return this.#reject(`${name}: ${(error as Error).message}`, []);
    }
  }

  /** In ASCII and without anything that would end a header's comment. */
  webAddress(name: string): string | null {
    const text = this.text(name);
    const url = text !== null && URL.canParse(text) ? new URL(text) : null;
    if (text === null) return null;
    if (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      /^[\x21-\x7e]{1,300}$/.test(url.href) &&
      !/[()\\]/.test(url.href)
    )
      return url.href;
    return this.#reject(
      `${name} must be a URL that starts with https:// or http://, of at most 300 characters and without parentheses.`,
      null,
    );
  }

  /** `host:port`, separated by commas or spaces; IPv6 addresses in brackets. */
  services(name: string): readonly ServiceAddress[] {
    const list =
      this.text(name)
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? [];
    return list.flatMap((text) => {
      const service = serviceAddress(text);
      if (service !== null) return [service];
      return this.#reject(
        `${name} must list host:port, such as 192.0.2.1:443 or [2001:db8::1]:443, not "${text}".`,
        [],
      );
    });
  }

  mailAddress(name: string, required: boolean): string | null {
    const text = this.text(name);
    if (text === null && !required) return null;
    if (text !== null && /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/.test(text)) return text;
    const found = text === null ? 'it is required with SMTP_URL' : `not "${text}"`;
    return this.#reject(`${name} must be an e-mail address such as alerts@security.example.com; ${found}.`, null);
  }

  secretKey(required: boolean): string | null {
    const [own, path] = [this.text('SECRET_KEY'), this.text('SECRET_KEY_FILE')];
    if (own !== null && path !== null) return this.#reject('Set SECRET_KEY or SECRET_KEY_FILE, not both.', null);
    if (path !== null) return this.#secretKeyIn(path);
    if (own === null && required) {
      return this.#reject(
        'SECRET_KEY is required with DATABASE_URL, or SECRET_KEY_FILE: at least 32 random characters, such as the output of "openssl rand -hex 32".',
        null,
      );
    }
    if (own !== null && own.length < minSecretKeyLength)
      return this.#reject(`SECRET_KEY must have at least ${minSecretKeyLength} characters.`, null);
    return own;
  }

  /**
   * Who can write the file can have the service use a key that they know. Who can read it knows the key: that is warned of only,
   * since secrets of container platforms are mounted so.
   */
  #secretKeyIn(path: string): string | null {
    const reject = (sentence: string) => this.#reject(`SECRET_KEY_FILE: ${path} ${sentence}.`, null);
    try {
      const file = statSync(path);
      if (!file.isFile()) return reject('is no file');
      if (file.mode & 0o022) return reject('can be written by its group or by others; make it chmod 600');
      if (file.mode & 0o044)
        this.warnings.push(`SECRET_KEY_FILE: ${path} can be read by its group or by others; chmod 600 would be safer.`);
      const key = readFileSync(path, 'utf8').trim();
      return key.length < minSecretKeyLength ? reject(`must have at least ${minSecretKeyLength} characters`) : key;
    } catch (error) {
      return reject(`cannot be read (${(error as { code?: string }).code})`);
    }
  }

  /** Without a trailing dot, lower case. */
  domainName(name: string): string | null {
    const text = this.text(name)?.toLowerCase().replace(/\.$/, '') ?? null;
    if (
      text === null ||
      /^(?=.{1,200}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
    )
      return text;
    return this.#reject(`${name} must be a domain name such as portals.example.net, not "${text}".`, null);
  }

  throwIfInvalid(): void {
    if (this.#errors.length > 0) throw new ConfigError(this.#errors.join('\n'));
  }

  #reject<T>(message: string, fallback: T): T {
    this.#errors.push(message);
    return fallback;
  }
}

function startsOf(protocols: readonly string[]): string {
  return protocols.map((protocol) => (protocol === 'mailto:' ? protocol : `${protocol}//`)).join(' or ');
}

function isNameServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? plain;
  if (address === undefined) return isIP(text) === 6;
  return isIP(address) === (bracketed === undefined ? 4 : 6) && (port === undefined || Number(port) <= 65_535);
}

function serviceAddress(text: string): ServiceAddress | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+)):(\d{1,5})$/i.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port < 1 || port > 65_535 || (match[1] !== undefined && isIPv6(match[1]) === false))
    return null;
  return { host: match[1] ?? match[2]!, port };
}
