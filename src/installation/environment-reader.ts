import { readFileSync, statSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { isAbsolute } from 'node:path';
import { createAddressPolicy } from '../engines/address-policy/address-policy.ts';
import { canonicalNetwork } from '../engines/address-policy/address-set.ts';

/** The environment is not usable; the message names each variable and what it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A TCP service: an address or a name, and a port. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const minSecretKeyLength = 32;

/** What a variable may be. */
export interface Accepted {
  /** A range or a list of words; null: its own form. */
  readonly values: string | null;
  /** What it is where it is not set; null: nothing. */
  readonly fallback: string | number | null;
  /** Whether nobody is to see it. */
  readonly isSecret?: true;
}

/** Reads variables one by one, and remembers every mistake and every name. */
export class EnvironmentReader {
  /** All variables that were asked for, by name. */
  readonly known = new Map<string, Accepted>();
  readonly warnings: string[] = [];
  readonly #environment: Environment;
  readonly #errors: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Trimmed; an empty variable counts as absent. */
  text(name: string): string | null {
    if (!this.known.has(name)) this.known.set(name, { values: null, fallback: null });
    return this.#environment[name]?.trim() || null;
  }

  /** As text, of what lets somebody in. */
  hidden(name: string): string | null {
    this.known.set(name, { values: null, fallback: null, isSecret: true });
    return this.text(name);
  }

  /** Those of the known variables that the environment sets. */
  get given(): string[] {
    return [...this.known.keys()].filter((name) => this.text(name) !== null);
  }

  /** A setting that is not made is worse than a start that fails: SCAN_DNEY would have everything scanned. */
  refuseMisspelt(name: string, meant: string): void {
    this.#errors.push(
      `${name} is read by nothing: was ${meant} meant? If it is another program's, set UNKNOWN_VARIABLES=ignore.`,
    );
  }

  absolutePath(name: string): string | null {
    const path = this.text(name);
    if (path === null || isAbsolute(path)) return path;
    return this.#reject(`${name} must be an absolute path, not "${path}".`, null);
  }

  integer<T extends number | null>(name: string, fallback: T, min: number, max: number): number | T {
    this.known.set(name, { values: `${min} to ${max}`, fallback });
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    return this.#reject(`${name} must be an integer from ${min} to ${max}, not "${text}".`, fallback);
  }

  choice<const T extends readonly string[]>(name: string, choices: T, fallback: T[number]): T[number] {
    this.known.set(name, { values: choices.join(', '), fallback });
    const text = this.text(name);
    if (text === null || choices.includes(text)) return text ?? fallback;
    return this.#reject(`${name} must be one of ${choices.join(', ')}, not "${text}".`, fallback);
  }

  /** Any number of the choices, separated by commas or spaces. */
  choices<const T extends readonly string[]>(name: string, choices: T): readonly T[number][] {
    this.known.set(name, { values: `some of ${choices.join(', ')}`, fallback: null });
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
    return this.#url(name, this.text(name), protocols);
  }

  #url(name: string, text: string | null, protocols: readonly string[]): string | null {
    if (text === null || (URL.canParse(text) && protocols.includes(new URL(text).protocol))) return text;
    return this.#reject(`${name} must be a URL that starts with ${startsOf(protocols)}.`, null);
  }

  /** As PostgreSQL's own clients take it: the host may be missing, or a unix socket's directory in `?host=`. */
  databaseUrl(name: string): string | null {
    const text = this.secret(name, 1);
    // The one thing of it that a URL cannot say: a user, but no host.
    if (text !== null && /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/')))
      return text;
    return this.#url(name, text, ['postgres:', 'postgresql:']);
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

  /** Ports and ranges such as `8000-8999`, separated by commas or spaces; null: none are given. */
  ports(name: string): readonly (readonly [number, number])[] | null {
    const list = this.#list(name);
    const ranges = list.map((text) => /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text)).map(portRange);
    const wrong = list[ranges.indexOf(null)];
    if (wrong === undefined) return list.length > 0 ? (ranges as [number, number][]) : null;
    return this.#reject(`${name} must list ports such as 443 or 8000-8999, not "${wrong}".`, null);
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

  /** @param companion the variable with which it is required; null: it is not */
  mailAddress(name: string, companion: string | null): string | null {
    const text = this.text(name);
    if (text === null && companion === null) return null;
    if (text !== null && /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/.test(text)) return text;
    const found = text === null ? `it is required with ${companion}` : `not "${text}"`;
    return this.#reject(`${name} must be an e-mail address such as alerts@security.example.com; ${found}.`, null);
  }

  /** What somebody shows who may do something. */
  token(name: string): string | null {
    const text = this.hidden(name);
    if (text === null || (/^[\w.~+/=-]+$/.test(text) && text.length >= minSecretKeyLength)) return text;
    return this.#reject(
      `${name} must have at least ${minSecretKeyLength} letters and digits, such as the output of "openssl rand -hex 32".`,
      null,
    );
  }

  /** @param such what it has to be, for the error */
  matching(name: string, pattern: RegExp, such: string): string | null {
    const text = this.text(name);
    return text === null || pattern.test(text) ? text : this.#reject(`${name} must be ${such}.`, null);
  }

  /** For what concerns several variables. */
  refuse(message: string): void {
    this.#reject(message, null);
  }

  secretKey(required: boolean): string | null {
    if (required && this.text('SECRET_KEY') === null && this.text('SECRET_KEY_FILE') === null) {
      return this.#reject(
        'SECRET_KEY is required with DATABASE_URL, or SECRET_KEY_FILE: at least 32 random characters, such as the output of "openssl rand -hex 32".',
        null,
      );
    }
    return this.secret('SECRET_KEY', minSecretKeyLength);
  }

  /** What a variable says, or the file that one with `_FILE` behind its name leads to. */
  secret(name: string, leastLength: number): string | null {
    const [own, path] = [this.hidden(name), this.text(`${name}_FILE`)];
    if (own !== null && path !== null) return this.#reject(`Set ${name} or ${name}_FILE, not both.`, null);
    if (path !== null) return this.#secretIn(`${name}_FILE`, path, leastLength);
    if (own !== null && own.length < leastLength)
      return this.#reject(`${name} must have at least ${leastLength} characters.`, null);
    return own;
  }

  /**
   * Who can write the file can have the service use a key that they know. Who can read it knows the key: that is warned of only,
   * since secrets of container platforms are mounted so.
   */
  #secretIn(name: string, path: string, leastLength: number): string | null {
    const reject = (sentence: string) => this.#reject(`${name}: ${path} ${sentence}.`, null);
    try {
      const file = statSync(path);
      if (!file.isFile()) return reject('is no file');
      if (file.mode & 0o022) return reject('can be written by its group or by others; make it chmod 600');
      if (file.mode & 0o044)
        this.warnings.push(`${name}: ${path} can be read by its group or by others; chmod 600 would be safer.`);
      const key = readFileSync(path, 'utf8').trim();
      return key.length < leastLength ? reject(`must have at least ${leastLength} characters`) : key;
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

function portRange(match: RegExpExecArray | null): [number, number] | null {
  if (match === null) return null;
  const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
  return first >= 1 && first <= last && last <= 65_535 ? [first, last] : null;
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
