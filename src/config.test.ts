import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const secretKey = 'a'.repeat(32);

function errorOf(environment: Record<string, string>): string {
  try {
    parseConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('The configuration was accepted.');
}

describe('the configuration', () => {
  it('without any is evaluation mode: embedded database, loopback only, answering on loopback', () => {
    expect(parseConfig({})).toEqual({
      evaluation: true,
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('./data'),
      databaseUrl: null,
      redisUrl: null,
      publicUrl: null,
      trustProxy: [],
      scanAllow: ['127.0.0.0/8', '::1'],
      scanEngine: 'auto',
      scanCooldownSeconds: 300,
      scanIntervalSeconds: 86_400,
      rateLimitStrict: 60,
      rateLimitDefault: 100,
      logLevel: 'info',
      secretKey: null,
    });
  });

  it('that only says where to run is evaluation mode still; anything about its purpose ends it', () => {
    const place = { PORT: '9000', HOST: '::', DATA_DIR: '/srv/data', LOG_LEVEL: 'debug' };
    expect(parseConfig(place)).toMatchObject({ evaluation: true, port: 9_000, host: '::', dataDir: '/srv/data' });
    expect(parseConfig({ ...place, SCAN_INTERVAL_SECONDS: '3600' })).toMatchObject({
      evaluation: false,
      scanAllow: null,
    });
  });

  it('counts an empty variable as absent', () => {
    expect(parseConfig({ PORT: ' ', SCAN_ALLOW: '', REDIS_URL: '' })).toEqual(parseConfig({}));
  });

  it('reads addresses separated by commas or spaces, and a public URL without its trailing slash', () => {
    const config = parseConfig({ SCAN_ALLOW: '10.0.0.0/8, public ::1', PUBLIC_URL: 'https://api.example.com/' });
    expect(config).toMatchObject({ scanAllow: ['10.0.0.0/8', 'public', '::1'], publicUrl: 'https://api.example.com' });
  });

  it('names everything that is wrong at once', () => {
    const message = errorOf({ PORT: '70000', LOG_LEVEL: 'loud', SCAN_ALLOW: '10.0.0.0/33', SCAN_ENGINE: 'magic' });
    for (const name of ['PORT', 'LOG_LEVEL', 'SCAN_ALLOW', 'SCAN_ENGINE']) expect(message).toContain(name);
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '1.5'],
    ['SCAN_COOLDOWN_SECONDS', '86401'],
    ['SCAN_INTERVAL_SECONDS', '0'],
    ['RATE_LIMIT_STRICT', '0'],
    ['REDIS_URL', 'http://localhost'],
    ['PUBLIC_URL', 'api.example.com'],
    ['TRUST_PROXY', 'proxy.example.com'],
  ])('refuses %s=%s', (name, value) => {
    expect(errorOf({ [name]: value })).toMatch(new RegExp(`^${name}\\b`));
  });

  it('never repeats a URL, which can carry a password', () => {
    expect(errorOf({ DATABASE_URL: 'mysql://root:hunter2@db', SECRET_KEY: secretKey })).not.toContain('hunter2');
  });

  it('wants a secret key of at least 32 characters beside a database of the operator', () => {
    const databaseUrl = { DATABASE_URL: 'postgres://db/breakwater' };
    expect(errorOf(databaseUrl)).toMatch(/^SECRET_KEY is required/);
    expect(errorOf({ ...databaseUrl, SECRET_KEY: 'short' })).toMatch(/^SECRET_KEY .*32/);
    expect(parseConfig({ ...databaseUrl, SECRET_KEY: secretKey })).toMatchObject({ secretKey, evaluation: false });
  });
});
