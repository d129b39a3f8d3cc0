import { resolve } from 'node:path';
import { createAddressPolicy } from './engines/address-policy/address-policy.ts';
import { type LogLevel, logLevels } from './platform/telemetry/logger.ts';

export const scanEngines = ['auto', 'syn', 'connect', 'off'] as const;
export type ScanEngine = (typeof scanEngines)[number];

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
  readonly scanCooldownSeconds: number;
  readonly scanIntervalSeconds: number;
  readonly rateLimitStrict: number;
  readonly rateLimitDefault: number;
  readonly logLevel: LogLevel;
  /** Null: kept in dataDir, made on the first start. Only with the embedded database. */
  readonly secretKey: string | null;
}

/** The environment is not usable; the message names each variable and what it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const loopback = ['127.0.0.0/8', '::1'];
/** Any of these ends evaluation mode. The others (PORT, HOST, DATA_DIR, LOG_LEVEL) only say where and how loud to run. */
const purposeVariables = [
  'DATABASE_URL',
  'REDIS_URL',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'SCAN_ALLOW',
  'SCAN_ENGINE',
  'SCAN_COOLDOWN_SECONDS',
  'SCAN_INTERVAL_SECONDS',
  'RATE_LIMIT_STRICT',
  'RATE_LIMIT_DEFAULT',
  'SECRET_KEY',
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
    scanCooldownSeconds: reader.integer('SCAN_COOLDOWN_SECONDS', 300, 0, 86_400),
    scanIntervalSeconds: reader.integer('SCAN_INTERVAL_SECONDS', 86_400, 1, 2_678_400),
    rateLimitStrict: reader.integer('RATE_LIMIT_STRICT', 60, 1, 1_000_000),
    rateLimitDefault: reader.integer('RATE_LIMIT_DEFAULT', 100, 1, 1_000_000),
    logLevel: reader.choice('LOG_LEVEL', logLevels, 'info'),
    secretKey: reader.secretKey(databaseUrl !== null),
  };
  reader.throwIfInvalid();
  return config;
}

class EnvironmentReader {
  readonly #environment: Environment;
  readonly #errors: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Trimmed; an empty variable counts as absent. */
  text(name: string): string | null {
    return this.#environment[name]?.trim() || null;
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

  /** The value itself is never quoted: it can carry a password. */
  url(name: string, protocols: readonly string[]): string | null {
    const text = this.text(name);
    if (text === null || (URL.canParse(text) && protocols.includes(new URL(text).protocol))) return text;
    return this.#reject(
      `${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      null,
    );
  }

  /** IP addresses and CIDRs, separated by commas or spaces. */
  addresses(name: string): readonly string[] | null {
    const list =
      this.text(name)
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? null;
    if (list === null) return null;
    try {
      createAddressPolicy(list);
      return list;
    } catch (error) {
      return this.#reject(`${name}: ${(error as Error).message}`, null);
    }
  }

  secretKey(required: boolean): string | null {
    const text = this.text('SECRET_KEY');
    if (text === null && required) {
      return this.#reject(
        'SECRET_KEY is required with DATABASE_URL: at least 32 random characters, such as the output of "openssl rand -hex 32".',
        null,
      );
    }
    if (text !== null && text.length < 32) return this.#reject('SECRET_KEY must have at least 32 characters.', null);
    return text;
  }

  throwIfInvalid(): void {
    if (this.#errors.length > 0) throw new ConfigError(this.#errors.join('\n'));
  }

  #reject<T>(message: string, fallback: T): T {
    this.#errors.push(message);
    return fallback;
  }
}
