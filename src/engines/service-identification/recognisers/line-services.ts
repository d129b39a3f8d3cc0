import { operatingSystemHint } from '../operating-system.ts';
import { asciiText } from '../printable.ts';
import type { FollowUp, Recogniser, Recognition } from '../recogniser.ts';

/** A service that greets its client with a line of text. One row is all that a new one takes. */
interface LineService {
  readonly service: string;
  readonly ports: readonly number[];
  readonly tlsPorts?: readonly number[];
  readonly greeting: RegExp;
  /** Asks on when the greeting alone leaves a doubt. */
  readonly followUp?: FollowUp;
  /** The protocol has no login: whoever gets the greeting may use the service. */
  readonly unauthenticated?: true;
}

/**
 * FTP and SMTP both greet with 220, and a greeting need not say which it is. NOOP does nothing in either of them: SMTP
 * answers 250, FTP 200 or, before a login, 5xx.
 */
const noop: FollowUp = {
  request: Buffer.from('NOOP\r\n'),
  read(reply) {
    const text = asciiText(reply);
    if (text.startsWith('250')) return { service: 'smtp' };
    return /^(?:200|5\d\d)/.test(text) ? { service: 'ftp' } : null;
  },
};

const gearmanVersion: FollowUp = {
  request: Buffer.from('version\n'),
  read(reply) {
    const version = /^OK (\d[\w.+-]{0,30})/.exec(asciiText(reply))?.[1];
    return version === undefined ? null : { service: 'gearman', version };
  },
};

/** Tried in this order: the 220 greetings from telling to vague. */
const lineServices: readonly LineService[] = [
  {
    service: 'smtp',
    ports: [25, 587, 2525],
    tlsPorts: [465],
    greeting: /^(?:220|421|554)[ -].*(?:smtp|\bmail|\bmta\b|postfix|exim|sendmail|haraka)/i,
  },
  {
    service: 'ftp',
    ports: [21, 2121],
    tlsPorts: [990],
    greeting: /^(?:220|421|530)[ -].*(?:ftp|filezilla|serv-u|wing)/i,
  },
  { service: 'smtp', ports: [], greeting: /^220[ -][\w-]+(?:\.[\w-]+)+/, followUp: noop },
  { service: 'ftp', ports: [], greeting: /^220[ -]/, followUp: noop },
  { service: 'pop3', ports: [110], tlsPorts: [995], greeting: /^\+OK(?:[ \r\n]|$)/ },
  { service: 'imap', ports: [143], tlsPorts: [993], greeting: /^\* (?:OK|PREAUTH|BYE)[ \r\n]/ },
  {
    service: 'nntp',
    ports: [119],
    tlsPorts: [563],
    greeting: /^(?:20[01]|[45]0[023])[ -].*(?:nntp|news|\binn\b|usenet|leafnode)/i,
  },
  { service: 'asterisk-manager', ports: [5038], greeting: /^Asterisk Call Manager\// },
  { service: 'nbd', ports: [10809], greeting: /^NBDMAGIC/ },
  // The next two speak only when spoken to; these are their answers to any line that they do not know.
  { service: 'beanstalkd', ports: [11300], greeting: /^UNKNOWN_COMMAND\r\n/, unauthenticated: true },
  {
    service: 'gearman',
    ports: [4730],
    greeting: /^ERR UNKNOWN_COMMAND Unknown\+server\+command/i,
    followUp: gearmanVersion,
    unauthenticated: true,
  },
];

/** Software that names itself in greetings of any of these protocols. */
const softwareNames: readonly RegExp[] = [
  /\b(?<product>vsFTPd) (?<version>[\w.]+)/i,
  /\b(?<product>ProFTPD)(?: (?<version>\d[\w.]*))?/,
  /\b(?<product>Pure-FTPd)/,
  /\b(?<product>FileZilla Server)(?: version)?(?: (?<version>\d[\w.]*))?/,
  /\b(?<product>Serv-U) FTP(?: Server)?(?: v(?<version>\d[\w.]*))?/,
  /\b(?<product>Microsoft (?:FTP|ESMTP MAIL) Service)(?:, Version: (?<version>\d[\w.]*))?/,
  /\b(?<product>Microsoft Exchange)/,
  /\b(?<product>Postfix)\b/i,
  /\b(?<product>Exim) (?<version>\d[\w.]*)/,
  /\b(?<product>Sendmail)(?: (?<version>\d[\w.]*))?/,
  /\b(?<product>OpenSMTPD)\b/,
  /\b(?<product>Haraka)\b(?: (?<version>\d[\w.]*))?/i,
  /\b(?<product>Dovecot)\b/i,
  /\b(?<product>Courier)-/,
  /\b(?<product>Cyrus) (?:IMAP|POP3) v?(?<version>\d[\w.]*)/,
  /\b(?<product>InterNetNews|INN) .*?(?<version>\d[\w.]*)/,
  /\b(?<product>Leafnode)(?: NNTP Daemon, version (?<version>\d[\w.]*))?/,
  /(?<product>Asterisk Call Manager)\/(?<version>\d[\w.]*)/,
];

export const lineRecognisers: readonly Recogniser[] = lineServices.map((row) => ({
  service: row.service,
  ports: row.ports,
  tlsPorts: row.tlsPorts ?? [],
  unasked: (bytes) => recogniseLine(row, asciiText(bytes)),
}));

function recogniseLine(row: LineService, text: string): Recognition | null {
  if (!row.greeting.test(text)) return null;
  const software = softwareNames.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  const known = {
    product: software?.product,
    version: software?.version,
    operatingSystem: operatingSystemHint(text),
    unauthenticated: row.unauthenticated,
  };
  return { service: row.service, ...known, followUp: row.followUp && withDetails(row.followUp, known) };
}

/** The reply to a follow-up decides the service; product and version stay those of the greeting. */
function withDetails(followUp: FollowUp, known: Omit<Recognition, 'service'>): FollowUp {
  return {
    request: followUp.request,
    read(reply) {
      const recognition = followUp.read(reply);
      return recognition && { ...known, ...recognition };
    },
  };
}
