import { readFileSync, statSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { createAddressPolicy } from './engines/address-policy/address-policy.ts';
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
/** Any of these ends evaluation mode. The others (PORT, HOST, DATA_DIR, LOG_LEVEL) only say where and how loud to run. */
const purposeVariables = [
  'DATABASE_URL',
  'REDIS_URL',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'SCAN_ALLOW',
  'SCAN_ENGINE',
  'SCAN_CONCURRENCY',
  'SCAN_PACKETS_PER_SECOND',
  'SCAN_PACKETS_PER_SECOND_PER_TARGET',
  'SCAN_PACKETS_PER_SECOND_PER_NETWORK',
  'SCAN_CANARIES',
  'SCAN_NMAP_PATH',
  'SCAN_COOLDOWN_SECONDS',
  'SCAN_INTERVAL_SECONDS',
  'DOMAIN_SCAN_INTERVAL_SECONDS',
  'LEAK_SOURCES',
  'HIBP_API_KEY',
  'HIBP_URL',
  'XPOSEDORNOT_API_KEY',
  'XPOSEDORNOT_URL',
  'HUDSON_ROCK_URL',
  'RANSOM_LOOK_URL',
  'RANSOMWARE_LIVE_API_KEY',
  'RANSOMWARE_LIVE_URL',
  'MISP_FEED_URLS',
  'SMTP_URL',
  'MAIL_FROM',
  'DNS_SERVERS',
  'RATE_LIMIT_STRICT',
  'RATE_LIMIT_DEFAULT',
  'PORTAL_CNAME_BASE',
  'SECURITY_CONTACT',
  'SECURITY_POLICY_URL',
  'SECRET_KEY',
  'SECRET_KEY_FILE',
];

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError listing everything that is wrong, not only the first */
export function parseConfig(environment: Environment = process.env): Config {
  const reader = new EnvironmentReader(environment);
  const evaluation = purposeVariables.every((name) => reader.text(name) === null);
  const databaseUrl = reader.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Config = {
    evaluation,
    port: reader.integer('PORT', 8080, 0, 65_535),
    host: reader.text('HOST') ?? '127.0.0.1',
    dataDir: resolve(reader.text('DATA_DIR') ?? './data'),
    databaseUrl,
    redisUrl: reader.url('REDIS_URL', ['redis:', 'rediss:']),
    publicUrl: reader.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    trustProxy: reader.addresses('TRUST_PROXY') ?? [],
    scanAllow: evaluation ? loopback : reader.addresses('SCAN_ALLOW'),
    scanEngine: reader.choice('SCAN_ENGINE', scanEngines, 'auto'),
    scanConcurrency: reader.integer('SCAN_CONCURRENCY', 256, 1, 4_096),
    scanPacketsPerSecond: reader.integer('SCAN_PACKETS_PER_SECOND', 50_000, 10, 10_000_000),
    scanPacketsPerSecondPerTarget: reader.integer('SCAN_PACKETS_PER_SECOND_PER_TARGET', 1_000, 10, 1_000_000),
    scanPacketsPerSecondPerNetwork: reader.integer('SCAN_PACKETS_PER_SECOND_PER_NETWORK', 5_000, 10, 10_000_000),
    scanCanaries: reader.services('SCAN_CANARIES'),
    scanNmapPath: reader.absolutePath('SCAN_NMAP_PATH'),
    scanCooldownSeconds: reader.integer('SCAN_COOLDOWN_SECONDS', 300, 0, 86_400),
    scanIntervalSeconds: reader.integer('SCAN_INTERVAL_SECONDS', 86_400, 1, 2_678_400),
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
  reader.throwIfInvalid();
  return config;
}

function leakSources(reader: EnvironmentReader): Config['leakSources'] {
  const keyless = reader.choices('LEAK_SOURCES', keylessLeakSources);
  const baseUrl = (name: string) => reader.url(name, ['http:', 'https:']);
  const [hibpKey, xposedOrNotKey] = [reader.text('HIBP_API_KEY'), reader.text('XPOSEDORNOT_API_KEY')];
  const ransomwareLiveKey = reader.text('RANSOMWARE_LIVE_API_KEY');
  return {
    hibp: hibpKey === null ? null : { apiKey: hibpKey, baseUrl: baseUrl('HIBP_URL') },
    xposedOrNot: xposedOrNotKey === null ? null : { apiKey: xposedOrNotKey, baseUrl: baseUrl('XPOSEDORNOT_URL') },
    hudsonRock: keyless.includes('hudson_rock') ? { baseUrl: baseUrl('HUDSON_ROCK_URL') } : null,
    ransomLook: keyless.includes('ransom_look') ? { baseUrl: baseUrl('RANSOM_LOOK_URL') } : null,
    ransomwareLive:
      keyless.includes('ransomware_live') || ransomwareLiveKey !== null
        ? { apiKey: ransomwareLiveKey, baseUrl: baseUrl('RANSOMWARE_LIVE_URL') }
        : null,
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
  readonly warnings: string[] = [];
  readonly #environment: Environment;
  readonly #errors: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Trimmed; an empty variable counts as absent. */
  text(name: string): string | null {
    return this.#environment[name]?.trim() || null;
  }

  absolutePath(name: string): string | null {
    const path = this.text(name);
    if (path === null || isAbsolute(path)) return path;
    return this.#reject(`${name} must be an absolute path, not "${path}".`, null);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
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
