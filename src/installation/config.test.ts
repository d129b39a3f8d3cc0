import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { misspeltVariables, parseConfig, settingsInForce } from './config.ts';
import { ConfigError } from './environment-reader.ts';

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
      backupPassphrase: null,
      doctorAccepts: [],
      keepsEvaluationData: false,
      otherSecretKey: null,
      port: 8080,
      host: '127.0.0.1',
      operationsPort: null,
      operationsHost: '127.0.0.1',
      drainSeconds: 0,
      dataDir: resolve('./data'),
      databaseUrl: null,
      databaseListenUrl: null,
      databaseMaxConnections: 28,
      retention: { scanMonths: 13, alertDays: 1_095, auditDays: 1_095 },
      redisUrl: null,
      publicUrl: null,
      trustProxy: [],
      scanAllow: ['127.0.0.0/8', '::1'],
      scanDeny: [],
      scanContactUrl: null,
      scanVantage: null,
      scanEngine: 'auto',
      scanConcurrency: 256,
      scanPacketsPerSecond: 50_000,
      scanPacketsPerSecondPerTarget: 1_000,
      scanPacketsPerSecondPerNetwork: 5_000,
      scanCanaries: [],
      scanNmapPath: null,
      scanCooldownSeconds: 300,
      scanIntervalSeconds: 86_400,
      scanShortestIntervalSeconds: 3_600,
      newAddressesPerDay: 10_000,
      newAddressesPerDayPerCustomer: 50,
      domainScanIntervalSeconds: 86_400,
      leakSources: {
        hibp: null,
        xposedOrNot: null,
        hudsonRock: null,
        ransomLook: null,
        ransomwareLive: null,
        mispFeedUrls: [],
      },
      dnsServers: null,
      webhookAllow: ['127.0.0.0/8', '::1'],
      webhookPorts: null,
      mail: null,
      rateLimitStrict: 60,
      rateLimitDefault: 100,
      logLevel: 'info',
      portalCnameBase: null,
      securityContact: null,
      secretKey: null,
      warnings: [],
    });
  });

  it('says where webhooks go besides public addresses, and to which ports', () => {
    const environment = { WEBHOOK_ALLOW: '10.1.2.3/8, ::1', WEBHOOK_PORTS: '443 8000-8999' };
    expect(parseConfig(environment)).toMatchObject({
      webhookAllow: ['10.0.0.0/8', '::1/128'],
      webhookPorts: [
        [443, 443],
        [8_000, 8_999],
      ],
    });
    expect(parseConfig({ SCAN_ALLOW: '127.0.0.1' })).toMatchObject({ webhookAllow: [], webhookPorts: null });
    expect(errorOf({ WEBHOOK_ALLOW: 'localhost' })).toContain('WEBHOOK_ALLOW');
    for (const wrong of ['0', '443-80', 'https', '70000'])
      expect(errorOf({ WEBHOOK_PORTS: `443,${wrong}` })).toContain(`not "${wrong}"`);
  });

  it('that only says where to run is evaluation mode still; anything about its purpose ends it', () => {
    const place = {
      PORT: '9000',
      HOST: '::',
      OPERATIONS_PORT: '9001',
      OPERATIONS_HOST: '::',
      DRAIN_SECONDS: '5',
      DATA_DIR: '/srv/data',
      LOG_LEVEL: 'debug',
      DOCTOR_ACCEPTS: 'bounces, canaries',
    };
    expect(parseConfig(place)).toMatchObject({ evaluation: true, port: 9_000, host: '::', dataDir: '/srv/data' });
    expect(parseConfig({ ...place, SCAN_INTERVAL_SECONDS: '3600' })).toMatchObject({
      evaluation: false,
      scanAllow: null,
    });
  });

  it('with any other variable that is read ends evaluation mode, whether it is read for itself or beside another', () => {
    for (const environment of [
      { HIBP_URL: 'https://mirror.example' },
      { MISP_FEED_URLS: 'https://feed.example' },
      { REDIS_URL: 'redis://localhost' },
    ])
      expect(parseConfig(environment)).toMatchObject({ evaluation: false, scanAllow: null });
  });

  it('refuses a misspelt variable, unless it is told to ignore such', () => {
    const environment = { SCAN_DNEY: '192.0.2.0/24' };
    expect(() => parseConfig(environment)).toThrow(/SCAN_DNEY is read by nothing: was SCAN_DENY meant\?/);
    expect(parseConfig({ ...environment, UNKNOWN_VARIABLES: 'ignore' }).evaluation).toBe(true);
    expect(parseConfig(environment, false).evaluation).toBe(true);
    expect(() => parseConfig({ UNKNOWN_VARIABLES: 'warn' })).toThrow(/UNKNOWN_VARIABLES must be one of refuse, ignore/);
  });

  it("knows a misspelt variable by the one that was meant, and takes no other program's variable for one", () => {
    const others = {
      PATH: '/bin',
      HOME: '/root',
      HOSTNAME: 'a',
      USER: 'u',
      MAIL: '/var/mail/u',
      LANG: 'C',
      SHELL: 'sh',
    };
    expect(
      misspeltVariables({
        ...others,
        SCAN_ALOW: 'public',
        RATE_LIMIT_STIRCT: '5',
        DATABASEURL: 'x',
        SCAN_ENGINE: 'syn',
      }),
    ).toEqual([
      { name: 'SCAN_ALOW', meant: 'SCAN_ALLOW' },
      { name: 'RATE_LIMIT_STIRCT', meant: 'RATE_LIMIT_STRICT' },
      { name: 'DATABASEURL', meant: 'DATABASE_URL' },
    ]);
  });

  it.each(['postgresql://u:p@/db?host=/run/postgresql', 'postgres:///db?host=/run/postgresql', 'postgres://db/b'])(
    'takes %s as a database, as PostgreSQL does',
    (databaseUrl) => {
      expect(parseConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey })).toMatchObject({ databaseUrl });
    },
  );

  it('counts an empty variable as absent', () => {
    expect(parseConfig({ PORT: ' ', SCAN_ALLOW: '', REDIS_URL: '' })).toEqual(parseConfig({}));
  });

  it('reads addresses separated by commas or spaces, and a public URL without its trailing slash', () => {
    const config = parseConfig({ SCAN_ALLOW: '10.0.0.0/8, public ::1', PUBLIC_URL: 'https://api.example.com/' });
    expect(config).toMatchObject({ scanAllow: ['10.0.0.0/8', 'public', '::1'], publicUrl: 'https://api.example.com' });
  });

  it('takes networks to exclude in any spelling, and refuses what is none, by name', () => {
    const config = parseConfig({ SCAN_DENY: '192.0.2.77/24, 2001:DB8::7' });
    expect(config.scanDeny).toEqual(['192.0.2.0/24', '2001:db8::7/128']);
    expect(errorOf({ SCAN_DENY: 'public' })).toMatch(/^SCAN_DENY: "public" is neither/);
  });

  it('takes a contact address that fits into a header', () => {
    expect(parseConfig({ SCAN_CONTACT_URL: 'https://scan.example/über uns' }).scanContactUrl).toBe(
      'https://scan.example/%C3%BCber%20uns',
    );
    for (const wrong of ['scan.example', 'ftp://scan.example', 'https://scan.example/)', 'javascript:alert(1)'])
      expect(errorOf({ SCAN_CONTACT_URL: wrong })).toMatch(/^SCAN_CONTACT_URL must be a URL/);
  });

  it('asks no leak source that is not named or has no key', () => {
    const { leakSources } = parseConfig({ LEAK_SOURCES: 'hudson_rock, ransomware_live', HIBP_API_KEY: 'k' });
    expect(leakSources).toEqual({
      hibp: { apiKey: 'k', baseUrl: null },
      xposedOrNot: null,
      hudsonRock: { apiKey: null, baseUrl: null },
      ransomLook: null,
      ransomwareLive: { apiKey: null, baseUrl: null },
      mispFeedUrls: [],
    });
    const keyed = parseConfig({
      RANSOMWARE_LIVE_API_KEY: 'r',
      RANSOMWARE_LIVE_URL: 'https://mirror.example/v2',
      MISP_FEED_URLS: 'https://a.example/feed https://b.example/feed',
    }).leakSources;
    expect(keyed.ransomwareLive).toEqual({ apiKey: 'r', baseUrl: 'https://mirror.example/v2' });
    expect(keyed.mispFeedUrls).toEqual(['https://a.example/feed', 'https://b.example/feed']);
  });

  it.each(['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:5353'])(
    'takes %s as a name server',
    (server) => {
      expect(parseConfig({ DNS_SERVERS: server }).dnsServers).toEqual([server]);
    },
  );

  it.each(['ns.example.com', '192.0.2.53:99999', '[192.0.2.53]:53', '192.0.2.300', ':53'])(
    'refuses %s as one',
    (server) => {
      expect(errorOf({ DNS_SERVERS: server })).toContain('DNS_SERVERS');
    },
  );

  it('never quotes the address of a feed, which can carry a password', () => {
    const message = errorOf({ MISP_FEED_URLS: 'ftp://user:hunter2@feed.example', LEAK_SOURCES: 'everything' });
    expect(message).toContain('MISP_FEED_URLS');
    expect(message).toContain('LEAK_SOURCES');
    expect(message).not.toContain('hunter2');
  });

  it('reads canaries as host and port, IPv6 addresses in brackets', () => {
    expect(
      parseConfig({ SCAN_CANARIES: '192.0.2.1:443, [2001:db8::1]:53 gateway.example.com:22' }).scanCanaries,
    ).toEqual([
      { host: '192.0.2.1', port: 443 },
      { host: '2001:db8::1', port: 53 },
      { host: 'gateway.example.com', port: 22 },
    ]);
  });

  it('takes nmap by its absolute path only', () => {
    expect(parseConfig({ SCAN_NMAP_PATH: '/usr/bin/nmap' }).scanNmapPath).toBe('/usr/bin/nmap');
    expect(errorOf({ SCAN_NMAP_PATH: 'nmap' })).toContain('SCAN_NMAP_PATH');
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
    ['SCAN_CONCURRENCY', '0'],
    ['SCAN_PACKETS_PER_SECOND', 'fast'],
    ['SCAN_PACKETS_PER_SECOND_PER_TARGET', '9'],
    ['SCAN_PACKETS_PER_SECOND_PER_NETWORK', '-1'],
    ['SCAN_CANARIES', '192.0.2.1'],
    ['SCAN_CANARIES', '192.0.2.1:0'],
    ['SCAN_CANARIES', '2001:db8::1:443'],
    ['SCAN_CANARIES', '[192.0.2.1]:443'],
    ['SCAN_CANARIES', 'https://example.com'],
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

describe('BACKUP_PASSPHRASE', () => {
  it('has at least twelve characters, and leaves evaluation mode as it is', () => {
    expect(parseConfig({ BACKUP_PASSPHRASE: 'a few words here' })).toMatchObject({
      evaluation: true,
      backupPassphrase: 'a few words here',
    });
    expect(errorOf({ BACKUP_PASSPHRASE: 'short' })).toMatch(/^BACKUP_PASSPHRASE must have at least 12/);
    const both = { BACKUP_PASSPHRASE: 'a few words here', BACKUP_PASSPHRASE_FILE: '/nowhere' };
    expect(errorOf(both)).toBe('Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both.');
    expect(errorOf({ BACKUP_PASSPHRASE_FILE: '/nowhere' })).toMatch(/cannot be read \(ENOENT\)/);
  });
});

describe('SECRET_KEY_FILE', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'secret-key-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** @returns its path */
  function keyFile(contents: string, mode: number): string {
    const file = join(directory, `key-${mode.toString(8)}-${contents.length}`);
    writeFileSync(file, contents);
    chmodSync(file, mode);
    return file;
  }

  it('names a file with the key, and ends evaluation mode', () => {
    const config = parseConfig({ SECRET_KEY_FILE: keyFile(`${secretKey}\n`, 0o600) });
    expect(config).toMatchObject({ secretKey, evaluation: false, warnings: [] });
    const databaseUrl = 'postgres://db/breakwater';
    expect(parseConfig({ DATABASE_URL: databaseUrl, SECRET_KEY_FILE: keyFile(secretKey, 0o400) })).toMatchObject({
      secretKey,
    });
  });

  it('is as good for the key before and for the URL of the database, which is not quoted either', () => {
    const files = {
      DATABASE_URL_FILE: keyFile('postgres://root:hunter2@db/breakwater\n', 0o600),
      SECRET_KEY_PREVIOUS_FILE: keyFile(`${secretKey}, the second`, 0o600),
    };
    expect(parseConfig({ ...files, SECRET_KEY: secretKey })).toMatchObject({
      databaseUrl: 'postgres://root:hunter2@db/breakwater',
      otherSecretKey: `${secretKey}, the second`,
    });
    expect(errorOf(files)).toMatch(/^SECRET_KEY is required/);
    const wrong = errorOf({ ...files, DATABASE_URL_FILE: keyFile('mysql://root:hunter2@db', 0o600) });
    expect(wrong).not.toContain('hunter2');
    expect(errorOf({ ...files, DATABASE_URL: 'postgres://db' })).toMatch(
      'Set DATABASE_URL or DATABASE_URL_FILE, not both.',
    );
  });

  it.each([0o640, 0o444, 0o604])('that others can read (%o) is used with a warning', (mode) => {
    const file = keyFile(secretKey, mode);
    expect(parseConfig({ SECRET_KEY_FILE: file })).toMatchObject({
      secretKey,
      warnings: [`SECRET_KEY_FILE: ${file} can be read by its group or by others; chmod 600 would be safer.`],
    });
  });

  it.each([0o620, 0o602, 0o666])('that others can write (%o) is refused', (mode) => {
    expect(errorOf({ SECRET_KEY_FILE: keyFile(secretKey, mode) })).toMatch(/^SECRET_KEY_FILE: .* can be written by/);
  });

  it('that is missing, no file or too short is refused; the key is never quoted', () => {
    expect(errorOf({ SECRET_KEY_FILE: join(directory, 'none') })).toMatch(/cannot be read \(ENOENT\)/);
    expect(errorOf({ SECRET_KEY_FILE: directory })).toMatch(/is no file/);
    const short = errorOf({ SECRET_KEY_FILE: keyFile('hunter2', 0o600) });
    expect(short).toMatch(/must have at least 32 characters/);
    expect(short).not.toContain('hunter2');
  });

  it('is not set beside SECRET_KEY', () => {
    const both = { SECRET_KEY: secretKey, SECRET_KEY_FILE: keyFile(secretKey, 0o600) };
    expect(errorOf(both)).toBe('Set SECRET_KEY or SECRET_KEY_FILE, not both.');
  });
});

describe('names for the outside', () => {
  it('the base of CNAME targets is a domain name', () => {
    expect(parseConfig({ PORTAL_CNAME_BASE: 'Portals.Example.net.' })).toMatchObject({
      portalCnameBase: 'portals.example.net',
    });
    for (const wrong of ['portals', 'https://portals.example.net', '192.0.2.1', 'a..b.example'])
      expect(errorOf({ PORTAL_CNAME_BASE: wrong })).toMatch(/^PORTAL_CNAME_BASE must be a domain name/);
  });

  it('the contact for reports of weaknesses is mailto: or https:', () => {
    expect(
      parseConfig({
        SECURITY_CONTACT: 'mailto:security@example.com, https://example.com/report',
        SECURITY_POLICY_URL: 'https://example.com/policy',
      }),
    ).toMatchObject({
      securityContact: {
        contacts: ['mailto:security@example.com', 'https://example.com/report'],
        policyUrl: 'https://example.com/policy',
      },
    });
    expect(errorOf({ SECURITY_CONTACT: 'security@example.com' })).toMatch(/^SECURITY_CONTACT .* mailto: or https:/);
    expect(errorOf({ SECURITY_POLICY_URL: 'http://example.com' })).toMatch(/^SECURITY_POLICY_URL .* https:/);
  });
});

describe('the settings in force', () => {
  const settingOf = (environment: Record<string, string>, name: string) =>
    settingsInForce(environment).find((setting) => setting.name === name);

  it('are every variable, by where it is from', () => {
    expect(settingOf({ PORT: ' 8443 ' }, 'PORT')).toEqual({ name: 'PORT', value: '8443', from: 'environment' });
    expect(settingOf({}, 'PORT')).toEqual({ name: 'PORT', value: 8_080, from: 'default' });
    expect(settingOf({}, 'REDIS_URL')).toEqual({ name: 'REDIS_URL', value: null, from: 'default' });
  });

  it.each([
    'SECRET_KEY',
    'SECRET_KEY_PREVIOUS',
    'BACKUP_PASSPHRASE',
    'DATABASE_URL',
    'DATABASE_LISTEN_URL',
    'MAIL_BOUNCE_TOKEN',
    'HIBP_API_KEY',
  ])('do not show %s', (name) => {
    expect(settingOf({ [name]: 'hidden' }, name)).toMatchObject({ value: '(secret)' });
  });

  it.each([
    ['REDIS_URL', 'rediss://user:hidden@redis.internal:6380/2', 'rediss://redis.internal:6380/2'],
    ['REDIS_URL', 'redis://:hid@den@redis.internal', 'redis://redis.internal'],
    ['SMTP_URL', 'smtps://me%40example.org:hidden@mail.example.org?x=hidden', 'smtps://mail.example.org'],
    [
      'MISP_FEED_URLS',
      'https://a:hidden@one.example/feed, https://two.example/f?key=hidden',
      'https://one.example/feed, https://two.example/f',
    ],
  ])('show of %s no credentials: %s', (name, given, shown) => {
    expect(settingOf({ [name]: given }, name)).toMatchObject({ value: shown });
  });
});
