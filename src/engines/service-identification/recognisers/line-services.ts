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
    if (text.startsWith('250')) return { service: 'smtp', followUp: localHello };
    return /^(?:200|5\d\d)/.test(text) ? { service: 'ftp', followUp: features } : null;
  },
};

/** LMTP differs from SMTP in its hello (RFC 2033): each knows its own only. */
const localHello: FollowUp = {
  request: Buffer.from('LHLO scanner.invalid\r\n'),
  read: (reply) => ({ service: asciiText(reply).startsWith('250') ? 'lmtp' : 'smtp' }),
};

/**
 * Whether a login can be encrypted (RFC 4217), and then whether it has to be: a server that insists refuses the name of a user,
 * which nobody has, before it would ask for the password. There we leave.
 */
const features: FollowUp = {
  request: Buffer.from('FEAT\r\n'),
  read: (reply) =>
    /^ ?AUTH[ \t]+(?:[^\r\n]*[ ;])?TLS/im.test(asciiText(reply)) ? { service: 'ftp', followUp: unknownUser } : null,
};

const unknownUser: FollowUp = {
  request: Buffer.from('USER scanner.invalid\r\n'),
  read: (reply) => ({ service: insistsOnTls(asciiText(reply)) ? 'ftps' : 'ftp' }),
};

function insistsOnTls(text: string): boolean {
  return /^(?:421|5\d\d)[ -].*(?:\b(?:tls|ssl)\b|encrypt|clear-?text|use auth first)/i.test(text);
}

const gearmanVersion: FollowUp = {
  request: Buffer.from('version\n'),
  read(reply) {
    const version = /^OK (\d[\w.+-]{0,30})/.exec(asciiText(reply))?.[1];
    return version === undefined ? null : { service: 'gearman', version };
  },
};

/** Perdition's log, and fail2ban with it, counts a guest who leaves without a word as a login that failed. */
function goodbye(request: string): FollowUp {
  return { request: Buffer.from(request), read: () => null };
}

/** Tried in this order: the 220 greetings from telling to vague. */
const lineServices: readonly LineService[] = [
  { service: 'vmware-authd', ports: [], greeting: /^220 VMware Authentication Daemon Version \d/ },
  { service: 'hylafax', ports: [4559], greeting: /^220 .*\bHylaFAX\b/i },
  { service: 'svdrp', ports: [6419], greeting: /^220 [^\r\n]{0,200}\bSVDRP VideoDiskRecorder \d/ },
  // RFC 2229: the greeting ends with capabilities and the id of the session.
  { service: 'dict', ports: [2628], greeting: /^220 .*(?:\bdictd? |<[\w.]*> <[^<>\s]+@[^<>\s]+>\r?\n)/i },
  { service: 'lmtp', ports: [24], greeting: /^220[ -].*\blmtp\b/i },
  {
    service: 'smtp',
    ports: [25, 587, 2525],
    tlsPorts: [465],
    greeting: /^(?:220|421|554)[ -].*(?:smtp|\bmta\b|postfix|exim|sendmail|haraka)/i,
  },
  {
    service: 'ftp',
    ports: [21, 2121],
    tlsPorts: [990],
    greeting: /^(?:220|421|530)[ -].*(?:ftp|filezilla|serv-u|wing)/i,
    followUp: features,
  },
  { service: 'smtp', ports: [], greeting: /^220[ -].*\bmail/i, followUp: noop },
  { service: 'smtp', ports: [], greeting: /^(?:421|554)[ -].*\bmail/i },
  { service: 'smtp', ports: [], greeting: /^220[ -][\w-]+(?:\.[\w-]+)+/, followUp: noop },
  { service: 'ftp', ports: [], greeting: /^220[ -]/, followUp: noop },
  // IMSP (RFC 2244's forerunner) greets as IMAP does.
  // Cyrus IMAP among its own: who has which mailbox (RFC 3656), and copies of mailboxes.
  { service: 'mupdate', ports: [3905], greeting: /^(?:\* [A-Z]+[^\r\n]{0,200}\r\n){0,5}\* OK MUPDATE / },
  {
    service: 'cyrus-sync',
    ports: [],
    greeting:
      /^(?:\* [A-Z]+[^\r\n]{0,200}\r\n){1,5}\* OK [^\r\n]{1,200} Cyrus (?:backup |sync )?(?:sync |backup )?server/,
  },
  { service: 'acap', ports: [674], greeting: /^\* ACAP \(?/ },
  { service: 'imsp', ports: [406], greeting: /^\* OK [^\r\n]{0,100}\bIMSP\b/ },
  { service: 'pop3', ports: [110], tlsPorts: [995], greeting: /^\+OK(?:[ \r\n]|$)/, followUp: goodbye('QUIT\r\n') },
  {
    service: 'imap',
    ports: [143],
    tlsPorts: [993],
    greeting: /^\* (?:OK|PREAUTH|BYE)[ \r\n]/,
    followUp: goodbye('bye LOGOUT\r\n'),
  },
  {
    service: 'nntp',
    ports: [119],
    tlsPorts: [563],
    greeting: /^(?:20[01]|[45]0[023])[ -].*(?:nntp|news|\binn\b|usenet|leafnode)/i,
  },
  { service: 'nntp', ports: [], greeting: /^20[01] .*\byou can(?:not|'t)? post\b|^20[01] .*\bposting\b/i },
  { service: 'asterisk-manager', ports: [5038], greeting: /^Asterisk Call Manager\// },
  { service: 'svn', ports: [3690], greeting: /^\( success \( \d+ \d+ \( / },
  { service: 'munin', ports: [4949], greeting: /^# munin (?:node|client) at / },
  { service: 'managesieve', ports: [4190], greeting: /^"IMPLEMENTATION" "/i },
  { service: 'tarantool', ports: [3301], greeting: /^Tarantool \d[\w.-]* \(Binary\)/ },
  { service: 'tarantool-console', ports: [], greeting: /^Tarantool \d[\w.-]* \(Lua console\)/, unauthenticated: true },
  { service: 'mpd', ports: [6600], greeting: /^OK MPD \d/ },
  { service: 'gpsd', ports: [2947], greeting: /^\{"class":"VERSION","release":"/ },
  {
    service: 'ganglia',
    ports: [8649],
    greeting: /^<\?xml [^>]{1,80}\?>\s*<!DOCTYPE GANGLIA_XML/,
    unauthenticated: true,
  },
  { service: 'varnish-cli', ports: [6082], greeting: /^107 \d+ *\n[a-z]{32}\n/ },
  { service: 'varnish-cli', ports: [], greeting: /^200 \d+ *\n-{29}\nVarnish Cache CLI/, unauthenticated: true },
  { service: 'conserver', ports: [782], greeting: /^ok\r\n$/ },
  { service: 'barrier', ports: [24_800], greeting: /^.{4}(?:Barrier|Synergy).{4}$/s },
  { service: 'qemu-monitor', ports: [], greeting: /^QEMU \d[\w.]* monitor - type 'help'/, unauthenticated: true },
  { service: 'qemu-monitor', ports: [], greeting: /^\{"QMP": \{"version"/, unauthenticated: true },
  { service: 'pulseaudio-cli', ports: [4712], greeting: /^Welcome to PulseAudio \d/, unauthenticated: true },
  { service: 'vtun', ports: [], greeting: /^VTUN server ver / },
  { service: 'guile', ports: [37_146], greeting: /^GNU Guile \d/, unauthenticated: true },
  { service: 'openocd', ports: [], greeting: /^[^\r\n]{0,20}Open On-Chip Debugger\r\n/, unauthenticated: true },
  { service: 'crossfire', ports: [13_327], greeting: /^.{1,2}#?version \d{3,5} \d{3,5} Crossfire Server/s },
  {
    service: 'uwsgi-stats',
    ports: [1717],
    greeting: /^\{\s*"version":\s*"[\w.-]{1,30}",\s*"listen_queue":/,
    unauthenticated: true,
  },
  { service: 'daytime', ports: [13], greeting: daytime() },
  { service: 'chargen', ports: [19], greeting: /^ ?!"#\$%&'\(\)\*\+,-\.\/0123456789/ },
  // These speak only when spoken to: it is what they answer to a stranger's line.
  { service: 'cvs', ports: [2401], greeting: /^cvs \[pserver aborted\]: bad auth protocol start/ },
  { service: 'bzr', ports: [4155], greeting: /^error[^ -~]Generic bzr smart protocol error/ },
  { service: 'burp', ports: [], tlsPorts: [4971], greeting: /^e[\da-f]{4}unable to authorise/i },
  { service: 'gemini', ports: [], tlsPorts: [1965], greeting: /^5[0-39] [^\r\n]{0,300}\r\n$/ },
  // RFC 1436: a type, then what to show, a selector, a host and a port, with tabs between.
  {
    service: 'gopher',
    ports: [70],
    greeting: /^[0-9+A-Za-z;:][^\t\r\n]{0,200}\t[^\t\r\n]{0,300}\t[^\t\r\n]{1,200}\t\d{1,5}\r?\n/,
  },
  // RFC 1288 has no word for it; the programs do.
  { service: 'finger', ports: [79], greeting: /^(?:finger: |\r?\n)?GET: no such user\b/i },
  {
    service: 'whois',
    ports: [43, 4321],
    greeting: /^%(?:ERROR:\d{3}: |rwhois V-\d|%? {1,3}No entries found|[^\r\n]{0,100}\bwhois (?:server|service)\b)/i,
  },
  // Whatever it is configured to let its users do.
  {
    service: 'haproxy-cli',
    ports: [],
    greeting:
      /^Unknown command(?:[.,]|: '[^'\n]{1,40}'[.,]) (?:Please enter one of the following commands only|but maybe one of the following ones is a better match)/,
    unauthenticated: true,
  },
  { service: 'fluidsynth', ports: [9800], greeting: /^unknown command: GET \(try help\)\n/, unauthenticated: true },
  // It turns the power of machines on and off.
  { service: 'powerman', ports: [10_101], greeting: /^001 \d[\w.]{0,20}\r\npowerman> /, unauthenticated: true },
  // The time, the number of the connection, the process and the client's port: what a client hashes with the shared secret.
  { service: 'backuppc', ports: [], greeting: /^[12]\d{9},\d{1,9},\d{1,9},\d{1,5}\n$/ },
  // Takes orders for Nagios, Icinga, Checkmk, too.
  {
    service: 'livestatus',
    ports: [6557],
    greeting: /^(?:\d{3} {1,12}\d{1,10}\n)?Invalid GET request, (?:no such table|missing table ?name)/,
    unauthenticated: true,
  },
  { service: 'lirc', ports: [8765], greeting: /^BEGIN\n[^\n]{0,300}\n(?:ERROR|SUCCESS)\n/, unauthenticated: true },
  { service: 'qperf', ports: [19_765], greeting: /^upgrade qperf on server from /, unauthenticated: true },
  { service: 'rigctld', ports: [], greeting: /^(?:[^\n]{0,100}\n)?RPRT -\d{1,2}\n/, unauthenticated: true },
  { service: 'syncplay', ports: [8999], greeting: /^\{"Error": \{"message": "Not a json encoded string / },
  { service: 'ceph', ports: [3300, 6789], greeting: /^ceph v(?:2\n|\d{3})/ },
  {
    service: 'teamspeak-query',
    ports: [10_011],
    greeting: /^TS[3-6]\s{1,4}Welcome to the TeamSpeak \d? ?ServerQuery\b/i,
  },
  {
    service: 'openvpn-management',
    ports: [7505],
    greeting: /^>INFO:OpenVPN Management Interface Version \d/,
    unauthenticated: true,
  },
  { service: 'freeswitch', ports: [8021], greeting: /^Content-Type: (?:auth\/request|text\/rude-rejection)\n/ },
  // With a password it sends what that is to be hashed with (s).
  { service: 'faktory', ports: [7419], greeting: /^\+HI \{"v":\d{1,3}\}\r\n/, unauthenticated: true },
  { service: 'faktory', ports: [], greeting: /^\+HI \{"v":\d{1,3},/ },
  { service: 'checkmk-agent', ports: [6556], greeting: /^<<<check_mk>>>\n/, unauthenticated: true },
  // The Debug Adapter Protocol: what is debugged says so to who connects, and asks nobody who he is.
  {
    service: 'debugpy',
    ports: [5678],
    greeting:
      /^Content-Length: \d{1,5}\r\n\r\n(?=[^\r\n]{0,300}"output": ?"(?:ptvsd|debugpy)")\{"seq": ?\d{1,5}, ?"type": ?"event", ?"event": ?"output"/,
    unauthenticated: true,
  },
  {
    service: 'pdb',
    ports: [],
    greeting: /^(?:--[A-Z]\w{1,10}--\r?\n)?> [^\n]{1,300}\n(?:-> [^\n]{0,300}\n)?\(Pdb\) $/,
    unauthenticated: true,
  },
  // Command lines of running programs, which run what is typed.
  {
    service: 'prosody-console',
    ports: [5582],
    greeting: /^(?!HTTP\/)[^<>]{0,2000}Welcome to the Prosody administration console\./,
    unauthenticated: true,
  },
  { service: 'clojure-repl', ports: [], greeting: /^(?:Clojure \d[\w.-]{0,20}\r?\n)?user=> $/, unauthenticated: true },
  {
    service: 'erlang-shell',
    ports: [],
    greeting: /^(?:Erlang[^\n]{0,200}\n\s{0,4})?(?:Eshell V\d|Interactive Elixir \(\d)/,
    unauthenticated: true,
  },
  { service: 'beanshell', ports: [], greeting: /^BeanShell \d[\w.]{0,20} - by Pat Niemeyer/, unauthenticated: true },
  {
    service: 'osgi-console',
    ports: [],
    greeting: /^[^ -~]{0,40}(?:osgi> $|_{8,40}\r?\nWelcome to Apache Felix Gogo\b)/,
    unauthenticated: true,
  },
  // Postfix asks it for logins over TCP, and so may who else is let in.
  { service: 'dovecot-auth', ports: [12_345], greeting: /^VERSION\t1\t\d{1,3}\n(?:MECH|SPID|CUID)\t/ },
  { service: 'ncacn-http', ports: [593], greeting: /^ncacn_http\/1\.0/ },
  { service: 'aprs-is', ports: [14_580], greeting: /^# (?:aprsc|javAPRSSrvr|APRSServ)\b/ },
  { service: 'i2p-bob', ports: [2827], greeting: /^BOB \d\d\.\d\d\.\d\d\nOK\n/, unauthenticated: true },
  // Up to 1.0.34; later ones wait for a name that they know.
  { service: 'tinc', ports: [], greeting: /^0 \w{1,100} 17(?:\.\d{1,3})?\n/ },
  { service: 'shoutcast', ports: [], greeting: /^ICY \d{3} / },
  { service: 'elasticsearch-transport', ports: [], greeting: /^This is not an? HTTP port\s{0,2}$/ },
  {
    service: 'rethinkdb',
    ports: [],
    greeting: /^ERROR: Received an unsupported protocol version\. This port is for RethinkDB queries\./,
  },
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

/** `22 NOV 2026 23:00:00 UTC`, or as ctime writes it. */
function daytime(): RegExp {
  const time = '\\d\\d:\\d\\d:\\d\\d';
  return new RegExp(
    `^(?:\\d\\d [A-Z]{3} \\d{4} ${time}|(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) [A-Z][a-z]{2} [ \\d]\\d ${time} \\d{4})[^\\n]{0,20}\\r?\\n$`,
  );
}

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
  /\b(?<product>Cyrus) (?:IMAP4?|POP3)(?: Murder)? v?(?<version>\d[\w.]*)/,
  /\b(?<product>InterNetNews|INN) .*?(?<version>\d[\w.]*)/,
  /\b(?<product>Leafnode)(?: NNTP Daemon, version (?<version>\d[\w.]*))?/,
  /^"IMPLEMENTATION" "(?<product>[A-Z][\w ]{1,40}?)(?: v?(?<version>\d[\w.+-]{0,40}))?"/,
  /^GNU (?<product>Guile) (?<version>\d[\w.]{0,20})/,
  /\b(?<product>HylaFAX)\b.*?Version (?<version>\d[\w.]{0,20})/,
  /^\{\s*"version":\s*"(?<version>\d[\w.-]{0,20})",\s*"listen_queue":/,
  /^(?<product>Tarantool) (?<version>\d[\w.-]{0,40})/,
  /^Welcome to (?<product>PulseAudio) (?<version>\d[\w.]{0,20}?)!/,
  /^OK (?<product>MPD) (?<version>\d[\w.]{0,20})/,
  /^\{"class":"VERSION","release":"(?<version>\d[\w.]{0,20})/,
  /\b(?<product>VMware Authentication Daemon) Version (?<version>\d[\d.]{0,20}\d)/,
  /^<<<check_mk>>>\nVersion: (?<version>\d[\w.]{0,20})/,
  /\b(?<product>dictd) (?<version>\d[\w.]{0,20})/,
  /(?<product>Asterisk Call Manager)\/(?<version>\d[\w.]*)/,
  /^001 (?<version>\d[\w.]{0,20})\r\n(?<product>powerman)> /,
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
      if (!recognition) return null;
      const further = recognition.followUp && withDetails(recognition.followUp, known);
      return { ...known, ...recognition, followUp: further };
    },
  };
}
