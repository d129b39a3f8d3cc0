import { leakServices } from '../engines/leak-sources/create-leak-sources.ts';

/** What the documentation says of a variable. */
export interface Variable {
  /** In Markdown, with links from docs/. */
  readonly meaning: string;
  /** What holds where it is not set, unless that is a value or nothing. */
  readonly unset?: string;
}

const elsewhere = (name: string): Variable => ({
  meaning: `A file that holds \`${name}\`, which only its owner can write.`,
});
const key = (service: string): Variable => ({ meaning: `The key for ${service}, which switches it on.` });
const baseUrl = (service: string): Variable => ({
  meaning: `Base address of ${service}, for a mirror or an instance of your own.`,
  unset: "the service's own",
});

const ofLeakServices = Object.fromEntries(
  Object.values(leakServices).flatMap((service) => {
    const variables = service.name.toUpperCase();
    return [
      ...(service.key === 'none' ? [] : [[`${variables}_API_KEY`, key(service.title)]]),
      [`${variables}_URL`, baseUrl(service.title)],
    ];
  }),
);

/** Every variable of the environment that is read, in the groups and the order in which docs/configuration.md has them. */
export const variableGroups: Readonly<Record<string, Readonly<Record<string, Variable>>>> = {
  'Where it runs': {
    PORT: { meaning: 'Where the API listens.' },
    HOST: { meaning: 'The address that it listens on.', unset: '`127.0.0.1`' },
    OPERATIONS_PORT: {
      meaning:
        'Where a process of any role answers `/livez`, `/readyz`, `/metrics` and a page for the operator; with `--processes` each takes the next port.',
    },
    OPERATIONS_HOST: { meaning: 'The address of that port.', unset: '`127.0.0.1`' },
    DRAIN_SECONDS: { meaning: 'After SIGTERM, how long `/readyz` says 503 before the process stops to answer.' },
    DATA_DIR: { meaning: 'The embedded database and the generated secret key.', unset: '`./data`' },
    LOG_LEVEL: { meaning: 'The least urgent lines that are logged.' },
    UNKNOWN_VARIABLES: {
      meaning: 'Whether a variable that nothing reads is refused when its name is nearly that of one that is read.',
    },
    PUBLIC_URL: {
      meaning: 'Base of the links in answers. Without `PORTAL_CNAME_BASE`, portal domains are to lead to its host.',
      unset: 'as requested',
    },
    TRUST_PROXY: { meaning: 'Addresses and CIDRs of proxies whose `X-Forwarded-*` headers count.' },
    PORTAL_CNAME_BASE: {
      meaning: 'A name below which every name leads here: partners may then prove portal domains by CNAME.',
    },
    DNS_SERVERS: {
      meaning:
        'Resolvers for hostnames, the proof of domains and `breakwater domain`, as `address` or `address:port`. Name your own that validate (such as unbound): they are believed about DNSSEC, and two are compared.',
      unset: "the system's",
    },
    SECURITY_CONTACT: { meaning: '`mailto:` or `https://` URLs for `/.well-known/security.txt`.' },
    SECURITY_POLICY_URL: { meaning: 'Its `Policy`.' },
  },
  'Database and keys': {
    DATABASE_URL: { meaning: 'PostgreSQL 15 or newer, instead of the embedded one.' },
    DATABASE_URL_FILE: elsewhere('DATABASE_URL'),
    DATABASE_LISTEN_URL: {
      meaning: 'The database itself, where `DATABASE_URL` leads through a pooler in transaction mode.',
      unset: '`DATABASE_URL`',
    },
    DATABASE_LISTEN_URL_FILE: elsewhere('DATABASE_LISTEN_URL'),
    DATABASE_MAX_CONNECTIONS: { meaning: 'Most database connections of a serving process.' },
    REDIS_URL: { meaning: 'Count rate limits in Redis or Valkey; in PostgreSQL without it, and while it is away.' },
    SECRET_KEY: {
      meaning: 'At least 32 characters. Required with `DATABASE_URL`, the same on every node.',
      unset: 'generated into `DATA_DIR`',
    },
    SECRET_KEY_FILE: elsewhere('SECRET_KEY'),
    SECRET_KEY_PREVIOUS: {
      meaning: 'The key before it, while everything is sealed anew ([another key](operations.md#another-secret-key)).',
    },
    SECRET_KEY_PREVIOUS_FILE: elsewhere('SECRET_KEY_PREVIOUS'),
    EVALUATION_DATA: { meaning: '`keep`: a service may begin with what was made in evaluation mode.' },
    BACKUP_PASSPHRASE: {
      meaning: 'Under which `breakwater backup` keeps the secret key, and `restore` finds it; at least 12 characters.',
    },
    BACKUP_PASSPHRASE_FILE: elsewhere('BACKUP_PASSPHRASE'),
    DOCTOR_ACCEPTS: { meaning: 'Checks whose warnings `breakwater doctor` shows as accepted, since you decided so.' },
    SCAN_RETENTION_MONTHS: { meaning: 'How long scans and what they saw are kept.' },
    ALERT_RETENTION_DAYS: { meaning: 'How long alerts are kept after they ended.' },
    AUDIT_RETENTION_DAYS: { meaning: 'How long entries of the audit log are kept.' },
  },
  Scans: {
    SCAN_ALLOW: {
      meaning: 'Exactly these CIDRs are scanned; the word `public` in the list adds the public addresses.',
      unset: 'public addresses',
    },
    SCAN_DENY: {
      meaning:
        'CIDRs that are never scanned, whatever is allowed; `breakwater exclusions` does the same without a restart.',
    },
    SCAN_CONTACT_URL: {
      meaning:
        'A page of yours that tells those who are scanned about it; it stands in the User-Agent ([abuse](abuse.md)).',
    },
    SCAN_VANTAGE: {
      meaning:
        'From where this worker scans, such as `fra1`: plans can ask for it ([from several places](operations.md#from-several-places)).',
    },
    SCAN_ENGINE: {
      meaning:
        '`syn` needs CAP_NET_RAW, `connect` nothing; `off` scans nothing; `auto` is `syn` where it works, else `connect`.',
    },
    SCAN_CONCURRENCY: { meaning: 'Endpoints that a worker scans at once.' },
    SCAN_PACKETS_PER_SECOND: { meaning: 'Probes of a worker.' },
    SCAN_PACKETS_PER_SECOND_PER_TARGET: { meaning: 'Probes of a worker to one address; a plan can set less.' },
    SCAN_PACKETS_PER_SECOND_PER_NETWORK: { meaning: 'Probes of all workers together to one /24 (IPv6: /64).' },
    SCAN_CANARIES: { meaning: "`host:port` list of services that tell whether the worker's own uplink works." },
    SCAN_NMAP_PATH: { meaning: 'Your own `nmap`, asked about TCP ports that nothing else could name.' },
    SCAN_COOLDOWN_SECONDS: { meaning: 'Between two manual scans of an endpoint.' },
    SCAN_INTERVAL_SECONDS: { meaning: 'Between two scheduled scans of an endpoint, unless its plan says otherwise.' },
    SCAN_SHORTEST_INTERVAL_SECONDS: {
      meaning: "What a plan's interval cannot go below, unless `SCAN_INTERVAL_SECONDS` is shorter itself.",
    },
    NEW_ADDRESSES_PER_DAY: {
      meaning: 'New addresses that a partner may add in a day (UTC); `breakwater partner limit` sets it for one.',
    },
    NEW_ADDRESSES_PER_DAY_PER_CUSTOMER: { meaning: 'Of them, those that one customer adds itself in the portal.' },
  },
  Leaks: {
    DOMAIN_SCAN_INTERVAL_SECONDS: { meaning: 'Between two leak scans of a domain.' },
    LEAK_SOURCES: { meaning: 'Keyless services that are asked for leaks ([leak sources](leak-sources.md)).' },
    ...ofLeakServices,
    MISP_FEED_URLS: { meaning: 'MISP feeds, separated by commas.' },
  },
  'Mail and webhooks': {
    SMTP_URL: {
      meaning:
        'The mail server, as `smtp://user:password@host:port` or `smtps://…`. Without it customers get no e-mail.',
    },
    MAIL_FROM: {
      meaning: "The sender's address. Required with `SMTP_URL`; its display name is the partner's brand.",
    },
    MAIL_BOUNCE_ADDRESS: {
      meaning:
        'Where mails come back that cannot be delivered ([mails that come back](operations.md#mails-that-come-back)).',
    },
    MAIL_BOUNCE_TOKEN: { meaning: 'What your mail server shows when it posts them; at least 32 characters.' },
    WEBHOOK_ALLOW: { meaning: 'CIDRs besides the public addresses that webhooks go to, by plain `http://`, too.' },
    WEBHOOK_PORTS: {
      meaning: 'Exactly these ports and ranges (`443,8000-8999`) that webhooks go to.',
      unset: '`443`, most from `1024` on',
    },
  },
  'Rate limits': {
    RATE_LIMIT_STRICT: {
      meaning:
        "Requests per minute and key: provisioning, alerts, domain monitoring, firewall; as many again for sign-in, and a sixth of it for a customer's. The keys of an account share ten times as many.",
    },
    RATE_LIMIT_DEFAULT: { meaning: 'Requests per minute and key: the rest.' },
  },
};
