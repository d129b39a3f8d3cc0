import { asciiText } from '../printable.ts';
import type { Recogniser, Recognition } from '../recogniser.ts';

/** A service that waits for a line and answers one that is unmistakably its own. One row is all that a new one takes. */
interface TextService {
  readonly service: string;
  readonly product?: string;
  readonly ports: readonly number[];
  readonly tlsPorts?: readonly number[];
  readonly request: string;
  /** The answer, to this request or to a line of another protocol; a group `version` is the version. */
  readonly answer: RegExp;
  /** The protocol has no login: whoever gets this answer may use the service. */
  readonly opensWith?: RegExp;
  /** `answer` reads what its servers say to any line. */
  readonly answersAnyLine?: true;
}

const textServices: readonly TextService[] = [
  {
    service: 'spamd',
    product: 'SpamAssassin',
    ports: [783],
    request: 'PING SPAMC/1.2\r\n\r\n',
    answer: /^SPAMD\/\d[\d.]* \d/,
    opensWith: /^SPAMD\/\d[\d.]* 0 PONG/,
  },
  {
    service: 'clamd',
    product: 'ClamAV',
    ports: [3310],
    request: 'nVERSION\n',
    answersAnyLine: true,
    answer: /^(?:ClamAV (?<version>\d[\w.+-]{0,30})|PONG\n$|UNKNOWN COMMAND\n$)/,
    opensWith: /^ClamAV /,
  },
  // A port pair that no connection has: the answer is an error that repeats it.
  { service: 'ident', ports: [113], request: '1, 1\r\n', answer: /^1 ?, ?1 ?: ?(?:ERROR|USERID) ?:/ },
  {
    service: 'lcdproc',
    product: 'LCDproc',
    ports: [13_666],
    request: 'hello\n',
    answersAnyLine: true,
    answer: /^(?:connect LCDproc (?<version>\d[\w.]{0,20}) protocol|huh\? )/,
    opensWith: /^connect LCDproc/,
  },
  {
    service: 'rrdcached',
    product: 'RRDtool',
    ports: [42_217],
    request: 'help\n',
    answer: /^(?:\d{1,3} Command overview|-1 Unknown command)/i,
    opensWith: /^\d{1,3} Command overview/,
  },
  {
    service: 'ovsdb',
    product: 'Open vSwitch',
    ports: [6640],
    tlsPorts: [6632],
    request: '{"id":"identify","method":"list_dbs","params":[]}',
    answer: /^(?=[^\n]{0,400}"id":"identify")\{[^\n]{0,400}"result":\[/,
    opensWith: /"result":\["/,
  },
  // What speaks to a control port before it has logged in is told so, and cut off.
  {
    service: 'tor-control',
    product: 'Tor',
    ports: [9051],
    request: 'PROTOCOLINFO 1\r\n',
    answersAnyLine: true,
    answer: torControl(),
  },
  // A frame with a command that STOMP does not have.
  {
    service: 'stomp',
    ports: [61_613],
    tlsPorts: [61_614],
    request: 'IDENTIFY\n\n\0',
    answer: /^ERROR\n(?:[^\n]{1,200}\n){0,8}?message:/,
  },
  {
    service: 'nut',
    product: 'Network UPS Tools',
    ports: [3493],
    request: 'VER\n',
    answersAnyLine: true,
    answer:
      /^(?:Network UPS Tools upsd (?<version>\d[\w.]{0,20})|ERR (?:UNKNOWN-COMMAND|ACCESS-DENIED|INVALID-ARGUMENT)\n)/,
    opensWith: /^Network UPS Tools/,
  },
  // What a mail server asks before it lets a client in; of one that has only connected nothing is kept. Whether a login is asked has no meaning.
  {
    service: 'policy',
    ports: [10_023, 10_031, 12_340],
    request: 'request=smtpd_access_policy\nprotocol_state=CONNECT\nprotocol_name=ESMTP\n\n',
    answer: /^action=[^\n]{1,200}\n\n/i,
  },
  // A name in a table that nobody has.
  {
    service: 'socketmap',
    ports: [8461],
    request: '17:identify identify,',
    answer: /^\d{1,4}:(?:OK|NOTFOUND|TEMP|TIMEOUT|PERM) [^\r\n]{0,300},$/,
    opensWith: /^\d/,
  },
  { service: 'bzflag', product: 'BZFlag', ports: [5154], request: 'BZFLAG\r\n\r\n', answer: /^BZFS(?<version>\d{4})/ },
  {
    service: 'indi',
    product: 'INDI',
    ports: [7624],
    request: '<getProperties version="1.7"/>\n',
    answer: /^<(?:def|set)(?:Text|Number|Switch|Light|BLOB)Vector\s/,
    opensWith: /^<def/,
  },
  // What its own client asks first. Whoever is answered is in the program.
  {
    service: 'delve',
    product: 'Delve',
    ports: [],
    request: '{"method":"RPCServer.GetVersion","params":[{}],"id":1}\n',
    answer: /^\{[^\n]{0,200}"DelveVersion":"[^"]{0,20}?(?<version>\d[\w.]{0,20})/,
    opensWith: /"DelveVersion":/,
  },
  {
    service: 'snapcast-control',
    product: 'Snapcast',
    ports: [1705],
    request: '{"id":"identify","jsonrpc":"2.0","method":"Server.GetRPCVersion"}\r\n',
    answer: /^(?=[^\n]{0,200}"id":"identify")\{[^\n]{0,200}"result":\{"major":\d/,
    opensWith: /"result"/,
  },
  // What Guacamole's web server asks first: which arguments a way to a desktop takes. Nothing is connected to.
  {
    service: 'guacd',
    product: 'Apache Guacamole',
    ports: [4822],
    request: '6.select,3.vnc;',
    answer: /^(?:4\.args,(?=\d{1,2}\.(?:VERSION_|hostname))|5\.error,)/,
    opensWith: /^4\.args,/,
  },
];

function torControl(): RegExp {
  return /^(?:250-PROTOCOLINFO 1\r\n(?:.*\r\n)*?250-VERSION Tor="(?<version>[\d.]{1,20})|514 Authentication required\.|510 (?:Command filtered|Unrecognized command "))/;
}

export const textRecognisers: readonly Recogniser[] = textServices.map((row) => {
  const read = (bytes: Buffer): Recognition | null => readAnswer(row, asciiText(bytes));
  return {
    service: row.service,
    ports: row.ports,
    tlsPorts: row.tlsPorts ?? [],
    answersAnyLine: row.answersAnyLine ?? false,
    unasked: read,
    probe: { request: () => Buffer.from(row.request), reply: read },
  };
});

function readAnswer({ service, product, answer, opensWith }: TextService, text: string): Recognition | null {
  const match = answer.exec(text);
  if (!match) return null;
  return {
    service,
    product,
    version: match.groups?.version,
    unauthenticated: opensWith?.test(text) ? true : undefined,
  };
}
