/** A program of which something is known: what its packages are called, and where its lines of releases end. */
export interface Program {
  /** As services call it, in lower case; keys of alerts have it, too. */
  readonly name: string;
  /** As people call it. */
  readonly label: string;
  /** The line that a version belongs to: of 8.2.20 it is 8.2. */
  readonly line: (version: string) => string;
  /** The source packages that may have it, by its line. */
  readonly sources: (line: string) => readonly string[];
  /** The binary package of Debian and Ubuntu by which one asks for the version. */
  readonly deb: (line: string) => string;
  /** That of Red Hat and its kin. */
  readonly rpm: string;
  /** What endoflife.date calls it; left out where no line of it ends. */
  readonly lines?: string;
  /**
   * Lines that a distribution mends longer than its makers do, without a word of that in the version: who does, and until which day at
   * least. Distributions whose packages state a revision are not among them.
   */
  readonly mendedBy?: Readonly<Record<string, readonly [distribution: string, until: string]>>;
  /** A greeting that states another version than its package has. */
  readonly packaged?: Readonly<Record<string, string>>;
}

const minor = (version: string) => /^\d+(?:\.\d+)?/.exec(version)?.[0] ?? version;
const patch = (version: string) => /^\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? version;
const major = (version: string) => /^\d+/.exec(version)?.[0] ?? version;

/** A program whose package has one name everywhere. */
function plain(name: string, label: string, deb = name, rpm = name, source = name): Program {
  return { name, label, line: minor, sources: () => [source], deb: () => deb, rpm };
}

const redHat8 = ['Red Hat Enterprise Linux 8', '2029-05-31'] as const;
const redHat9 = ['Red Hat Enterprise Linux 9', '2032-05-31'] as const;
const ubuntu2204 = ['Ubuntu 22.04', '2027-06-01'] as const;
const debian12 = ['Debian 12', '2028-06-30'] as const;

const programs: readonly Program[] = [
  {
    ...plain('openssh', 'OpenSSH', 'openssh-server', 'openssh-server'),
    packaged: { '6.6.1p1': '6.6p1', '10.0p2': '10.0p1' },
  },
  {
    ...plain('php', 'PHP', 'php', 'php-common'),
    sources: (line) => (line.startsWith('5.') ? ['php5'] : [`php${line}`]),
    deb: (line) => (line.startsWith('5.') ? 'php5-common' : `php${line}-common`),
    lines: 'php',
    mendedBy: { '7.4': redHat8, '8.0': redHat9, '8.1': redHat9, '8.2': debian12 },
  },
  {
    ...plain('mariadb', 'MariaDB', 'mariadb-common', 'mariadb-server'),
    sources: (line) => [`mariadb-${line}`, 'mariadb'],
    lines: 'mariadb',
    mendedBy: { '10.3': redHat8, '10.5': redHat9 },
  },
  {
    ...plain('mysql', 'MySQL', 'mysql-server', 'mysql-server'),
    sources: (line) => [`mysql-${line}`],
    deb: (line) => `mysql-server-${line}`,
    lines: 'mysql',
    mendedBy: { '8.0': redHat9 },
  },
  { ...plain('apache', 'Apache httpd', 'apache2-bin', 'httpd', 'apache2'), lines: 'apache-http-server' },
  {
    ...plain('openssl', 'OpenSSL', 'openssl', 'openssl-libs'),
    line: (version) => (version.startsWith('0.') || version.startsWith('1.') ? patch(version) : minor(version)),
    lines: 'openssl',
    mendedBy: { '1.1.1': redHat8, '3.0': redHat9, '3.2': redHat9 },
  },
  {
    ...plain('redis', 'Redis', 'redis-server'),
    lines: 'redis',
    mendedBy: { '5.0': redHat8, '6.0': ubuntu2204, '7.0': debian12 },
  },
  {
    ...plain('mongodb', 'MongoDB', 'mongodb-org-server', 'mongodb-org-server'),
    lines: 'mongodb',
  },
  {
    ...plain('drupal', 'Drupal', 'drupal7', 'drupal7'),
    line: (version) => (major(version) === '7' ? '7' : minor(version)),
    lines: 'drupal',
  },
  plain('nginx', 'nginx'),
  plain('exim', 'Exim', 'exim4-base', 'exim', 'exim4'),
  plain('postfix', 'Postfix'),
  plain('dovecot', 'Dovecot', 'dovecot-core'),
  plain('proftpd', 'ProFTPD', 'proftpd-core', 'proftpd', 'proftpd-dfsg'),
  plain('vsftpd', 'vsftpd'),
  plain('postgresql', 'PostgreSQL', 'postgresql', 'postgresql-server'),
  plain('cyrus', 'Cyrus IMAP', 'cyrus-common', 'cyrus-imapd', 'cyrus-imapd'),
  plain('sendmail', 'Sendmail', 'sendmail-bin', 'sendmail'),
];

const byName = new Map(programs.map((program) => [program.name, program]));

/** Of programs whose greetings state the package's revision. */
const judgedSource = /^(openssh|php\d(\.\d)?|mariadb(-\d+\.\d+)?|mysql-\d\.\d|cyrus-imapd|sendmail)$/;

/** Whether a source package is one by which verdicts are made. */
export function isJudgedSource(name: string): boolean {
  return judgedSource.test(name);
}

/** What is known of a program by the name that a service has for it; undefined: nothing is. */
export function programCalled(name: string): Program | undefined {
  return byName.get(name.toLowerCase());
}
