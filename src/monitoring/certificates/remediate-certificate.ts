import { isIPv6 } from 'node:net';
import { serverNameOf } from '../../engines/service-identification/tls/server-name.ts';
import type { CertificateEvidence } from './evidence.ts';

/** What terminates TLS, in the order in which it is offered. */
export const tlsPlatforms = ['nginx', 'apache', 'caddy', 'generic'] as const;
export type TlsPlatform = (typeof tlsPlatforms)[number];

/**
 * Step name to shell command, in the order to run them; a command may span lines. Each is for a root shell and asks nothing.
 * What only the reader knows stands in capitals: `CERT_NAME`, `UNIT_NAME`.
 */
export type CertificateCommands = Readonly<Record<string, string>>;

export interface CertificateRemediation {
  readonly selectedPlatform: TlsPlatform;
  readonly commands: CertificateCommands;
}

export interface CertificateRemediationOptions {
  /** What the reader asked for; without it, what fits the product that answers best. */
  readonly platform?: TlsPlatform | undefined;
  /** As identified, e.g. `nginx`, `Apache httpd`; null when not known. */
  readonly product?: string | null | undefined;
}

/**
 * How to mend what is wrong. Commands name nothing that came from the network: only the address, the port and the name that
 * the customer gave the server, the latter two as far as they are well-formed.
 * @throws RangeError when the port isn't one
 */
export function remediateCertificate(
  evidence: CertificateEvidence,
  address: string,
  options: CertificateRemediationOptions = {},
): CertificateRemediation {
  const target = targetOf(evidence, address);
  const selectedPlatform = options.platform ?? defaultPlatform(options.product);
  return {
    selectedPlatform,
    commands: {
      see_who_listens: `ss -ltnp 'sport = :${target.port}'`,
      see_what_is_shown: showCertificate(target),
      ...stepsFor(evidence, target, selectedPlatform),
      verify: verify(evidence, target),
    },
  };
}

interface Target {
  readonly port: number;
  /** As openssl takes it: `192.0.2.7:443`, `[2001:db8::7]:443`. */
  readonly connect: string;
  /** Null when there is none that could stand in a command. */
  readonly name: string | null;
  /** What openssl is told to ask for TLS in; empty: nothing. */
  readonly startTls: string;
}

function targetOf({ port, server_name, start_tls }: CertificateEvidence, address: string): Target {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`not a port: ${port}`);
  const host = /^[0-9a-fA-F.:]+$/.test(address) ? address : 'ADDRESS';
  return {
    port,
    connect: `${isIPv6(host) ? `[${host}]` : host}:${port}`,
    name: server_name === null ? null : serverNameOf(server_name),
    startTls: start_tls === undefined ? '' : ` -starttls ${start_tls}`,
  };
}

function handshake({ connect, name, startTls }: Target, options = ''): string {
  const sni = name === null ? '-noservername' : `-servername ${name}`;
  return `openssl s_client -connect ${connect}${startTls} ${sni}${options} </dev/null 2>&1`;
}

function showCertificate(target: Target): string {
  return `${handshake(target)} | openssl x509 -noout -subject -issuer -dates -ext subjectAltName`;
}

function verify(evidence: CertificateEvidence, target: Target): string {
  switch (evidence.cause) {
    case 'expiry':
    case 'not_yet_valid':
      return `# The dates must be those of the new certificate.
${showCertificate(target)}`;
    case 'name':
      return `# It must say: Verification: OK
${handshake(target, target.name === null ? '' : ` -verify_hostname ${target.name}`)} | grep '^Verif'`;
    case 'chain':
      return `# It must say: Verification: OK
${handshake(target)} | grep '^Verif'`;
    case 'protocol':
      return `# The handshake must fail, and the one below it succeed.
${handshake(target, " -tls1_1 -cipher 'DEFAULT:@SECLEVEL=0'")} | grep -E 'alert|New,'
${handshake(target, ' -tls1_2')} | grep 'New,'`;
  }
}

function stepsFor(evidence: CertificateEvidence, target: Target, platform: TlsPlatform): CertificateCommands {
  switch (evidence.cause) {
    case 'expiry':
    case 'not_yet_valid':
      return { ...renewal(platform), ...reload(platform) };
    case 'name':
      return { ...issue(target, platform), ...reload(platform) };
    case 'chain':
      return evidence.trust === 'self_signed' ||
        evidence.trust === 'untrusted_root' ||
        evidence.trust === 'private_authority'
        ? { ...issue(target, platform), ...reload(platform) }
        : { ...wholeChain(platform), ...reload(platform) };
    case 'protocol':
      return { ...newVersionsOnly(platform), ...reload(platform) };
  }
}

/** Where the server's own words about its certificate are. */
const findConfiguration: Readonly<Record<TlsPlatform, string>> = {
  nginx: "nginx -T 2>/dev/null | grep -nE '# configuration file|server_name|ssl_certificate|ssl_protocols'",
  apache: "grep -rnE 'ServerName|ServerAlias|SSLCertificate|SSLProtocol' /etc/apache2 /etc/httpd 2>/dev/null",
  caddy:
    "grep -nE 'tls|protocols|^[^[:space:]#].*\\{' /etc/caddy/Caddyfile; journalctl -u caddy --since -7d | grep -iE 'certificate|acme' | tail",
  generic: '# Find the unit with see_who_listens, and where its configuration names the certificate.',
};

function renewal(platform: TlsPlatform): CertificateCommands {
  const find = { find_configuration: findConfiguration[platform] };
  // It renews by itself whenever it can: what it logs says why it could not, and a restart makes it try again.
  if (platform === 'caddy') return find;
  return {
    ...find,
    see_certbot: 'certbot certificates; systemctl list-timers --all | grep -iE "certbot|acme|lego"',
    renew_with_certbot:
      '# Says why when it cannot, most often because port 80 or the DNS leads elsewhere.\ncertbot renew',
    or_renew_with_acme_sh: '~/.acme.sh/acme.sh --list && ~/.acme.sh/acme.sh --cron',
    or_install_by_hand:
      '# A bought certificate: order the renewal from the authority and replace the files that the configuration names.',
  };
}

function issue({ name }: Target, platform: TlsPlatform): CertificateCommands {
  const domain = name ?? 'YOUR_DOMAIN';
  const find = { find_configuration: findConfiguration[platform] };
  switch (platform) {
    case 'nginx':
    case 'apache':
      return {
        ...find,
        see_certbot: 'certbot certificates',
        issue_with_certbot: `# Each name that the server answers to needs a -d of its own.
certbot --${platform} -d ${domain}`,
        or_issue_with_acme_sh: `~/.acme.sh/acme.sh --issue --${platform} -d ${domain}`,
      };
    case 'caddy':
      return {
        ...find,
        name_the_site: `# In /etc/caddy/Caddyfile, without a tls directive, Caddy gets a certificate:\n# ${domain} { … }`,
      };
    case 'generic':
      return {
        ...find,
        issue_with_certbot: `# Port 80 must be reachable and free meanwhile. The files are in /etc/letsencrypt/live/.
certbot certonly --standalone -d ${domain}`,
        or_issue_with_acme_sh: `~/.acme.sh/acme.sh --issue --standalone -d ${domain}`,
      };
  }
}

function wholeChain(platform: TlsPlatform): CertificateCommands {
  const setting: Readonly<Record<TlsPlatform, string>> = {
    nginx: 'ssl_certificate /etc/letsencrypt/live/CERT_NAME/fullchain.pem; (not cert.pem)',
    apache:
      'SSLCertificateFile /etc/letsencrypt/live/CERT_NAME/fullchain.pem (not cert.pem; SSLCertificateChainFile is then not needed)',
    caddy: 'tls /etc/caddy/fullchain.pem /etc/caddy/privkey.pem, or no tls directive at all',
    generic: 'the file with the whole chain: the server certificate first, then the intermediate certificates',
  };
  return {
    find_configuration: findConfiguration[platform],
    count_certificates:
      '# Of the file that the configuration names: 1 means that the intermediate certificates are missing.\ngrep -c BEGIN.CERTIFICATE CERTIFICATE_FILE',
    make_whole_chain:
      '# Only when the authority delivered them apart: the server certificate comes first.\ncat CERTIFICATE_FILE INTERMEDIATE_FILE > fullchain.pem',
    configure_whole_chain: `# ${setting[platform]}`,
  };
}

function newVersionsOnly(platform: TlsPlatform): CertificateCommands {
  const find = { find_configuration: findConfiguration[platform] };
  switch (platform) {
    case 'nginx':
      return {
        ...find,
        allow_new_versions_only: `grep -rlE '^[[:space:]]*ssl_protocols' /etc/nginx /etc/letsencrypt/options-ssl-nginx.conf 2>/dev/null |
  xargs -r sed -i -E 's/^([[:space:]]*)ssl_protocols[^;]*;/\\1ssl_protocols TLSv1.2 TLSv1.3;/'`,
        or_add_the_setting:
          '# In the http block of /etc/nginx/nginx.conf, when no line names ssl_protocols: ssl_protocols TLSv1.2 TLSv1.3;',
      };
    case 'apache':
      return {
        ...find,
        allow_new_versions_only: `grep -rlE '^[[:space:]]*SSLProtocol' /etc/apache2 /etc/httpd /etc/letsencrypt/options-ssl-apache.conf 2>/dev/null |
  xargs -r sed -i -E 's/^([[:space:]]*)SSLProtocol .*/\\1SSLProtocol -all +TLSv1.2 +TLSv1.3/'`,
        or_add_the_setting:
          '# In each virtual host, when no line names SSLProtocol: SSLProtocol -all +TLSv1.2 +TLSv1.3',
      };
    case 'caddy':
      return {
        ...find,
        find_who_answers: '# Caddy knows no version before TLS 1.2: a proxy or another server in front of it answers.',
      };
    case 'generic':
      return {
        ...find,
        allow_new_versions_only: `# HAProxy, in section global: ssl-default-bind-options ssl-min-ver TLSv1.2
# Postfix, main.cf: smtpd_tls_mandatory_protocols = >=TLSv1.2
# Dovecot: ssl_min_protocol = TLSv1.2
# Others: the setting for the lowest version of TLS`,
      };
  }
}

function reload(platform: TlsPlatform): CertificateCommands {
  const commands: Readonly<Record<TlsPlatform, string>> = {
    nginx: 'nginx -t && systemctl reload nginx',
    apache: 'apachectl configtest && { systemctl reload apache2 || systemctl reload httpd; }',
    caddy: 'caddy validate --config /etc/caddy/Caddyfile && systemctl restart caddy',
    generic: 'systemctl reload-or-restart UNIT_NAME',
  };
  return { load_it: commands[platform] };
}

/** What most likely answers: a web server says who it is. */
function defaultPlatform(product: string | null | undefined): TlsPlatform {
  const name = product?.toLowerCase() ?? '';
  if (/nginx|openresty/.test(name)) return 'nginx';
  if (/apache/.test(name)) return 'apache';
  return name.includes('caddy') ? 'caddy' : 'generic';
}
