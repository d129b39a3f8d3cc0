/**
 * Two resolvers and the name servers of several hosters, on loopback, in a process of its own. What they say of a domain follows from its
 * number, so that there are as many as anybody asks for. Tells by IPC where they are, and what they were asked.
 */

import { generateKeyPairSync } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type RecordType } from 'dns-packet';

const hosters = 20;
/** Of each hoster. */
const serversOfHoster = 2;
const ttl = 3_600;
const [authoritative, recursionAvailable, nameError] = [0x0400, 0x0080, 3];

export interface Question {
  readonly name: string;
  readonly type: RecordType;
}

export interface Started {
  /** `address:port`. */
  readonly resolvers: readonly string[];
  /** One that never answers. */
  readonly deadResolver: string;
  /** The one at which all name servers answer. */
  readonly serverPort: number;
}

/** What was asked since the last report. */
export interface Report {
  readonly resolverQuestions: number;
  /** Those to the first resolver, in order. */
  readonly questions: readonly Question[];
  readonly serverQuestions: number;
  /** Of one name server, within any second. */
  readonly mostInASecond: number;
}

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const dkimKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const startOfZone = {
  ...{ mname: 'ns1.h0.host.test', rname: 'hostmaster.host.test', serial: 1 },
  ...{ refresh: 7_200, retry: 3_600, expire: 1_209_600, minimum: ttl },
};

/** @returns null: there is no such name */
function recordsOf(name: string, type: RecordType): Answer[] | null {
  const [, below = '', digits] = /^(.*?)\.?d(\d+)\.customers\.test$/.exec(name) ?? [];
  if (digits !== undefined) return recordsOfDomain(name, type, below, Number(digits));
  const [, server, hoster] = /^ns(\d)\.h(\d+)\.host\.test$/.exec(name) ?? [];
  if (server !== undefined && hoster !== undefined)
    return type === 'A' ? [{ type, name, ttl, data: addressOf(Number(hoster), Number(server) - 1) }] : [];
  if (/^mail\.h\d+\.host\.test$/.test(name)) return type === 'A' ? [{ type, name, ttl, data: '192.0.2.25' }] : [];
  if (/^_spf\.(?:h\d+\.host|sender)\.test$/.test(name)) return texts(name, type, 'v=spf1 ip4:192.0.2.0/24 -all');
  if (!['', 'test', 'customers.test', 'host.test', 'sender.test'].includes(name)) return null;
  return type === 'SOA' ? [{ type, name, ttl, data: startOfZone }] : [];
}

/** A usual one of a hoster: mail works, and some of what would protect it is there. */
function recordsOfDomain(name: string, type: RecordType, below: string, number: number): Answer[] | null {
  const hoster = `h${number % hosters}.host.test`;
  switch (below) {
    case '':
      return recordsAtApex(name, type, hoster, number);
    case 'www':
    case 'mail':
      return type === 'A' ? [{ type, name, ttl, data: '192.0.2.80' }] : [];
    case '_dmarc':
      return texts(name, type, `v=DMARC1; p=quarantine; rua=mailto:postmaster@d${number}.customers.test`);
    case '_domainkey':
    case '_tls':
      return [];
    case 'default._domainkey':
      return texts(name, type, `v=DKIM1; k=rsa; p=${dkimKey}`);
    case '_smtp._tls':
      return number % 2 === 0 ? texts(name, type, 'v=TLSRPTv1; rua=mailto:tls@host.test') : null;
    default:
      return null;
  }
}

function recordsAtApex(name: string, type: RecordType, hoster: string, number: number): Answer[] {
  if (type === 'SOA') return [{ type, name, ttl, data: startOfZone }];
  if (type === 'NS') return ['ns1', 'ns2'].map((server) => ({ type, name, ttl, data: `${server}.${hoster}` }));
  if (type === 'MX') return [{ type, name, ttl, data: { preference: 10, exchange: `mail.${hoster}` } }];
  if (type === 'A') return [{ type, name, ttl, data: '192.0.2.80' }];
  if (type === 'CAA' && number % 3 === 0)
    return [{ type, name, ttl, data: { flags: 0, tag: 'issue', value: 'ca.test' } }];
  return texts(name, type, `v=spf1 include:_spf.${hoster} include:_spf.sender.test -all`);
}

function texts(name: string, type: RecordType, text: string): Answer[] {
  return type === 'TXT' ? [{ type, name, ttl, data: text.match(/.{1,255}/g)! }] : [];
}

function addressOf(hoster: number, server: number): string {
  return `127.1.${hoster}.${server + 1}`;
}

function answerTo(message: Buffer, { isResolver }: { readonly isResolver: boolean }) {
  const query = decode(message);
  const [asked] = query.questions!;
  const question: Question = { name: asked!.name.toLowerCase(), type: asked!.type };
  const answers = recordsOf(question.name, question.type);
  const zone = /d\d+\.customers\.test$/.exec(question.name)?.[0] ?? 'test';
  const answer = encode({
    type: 'response',
    id: query.id ?? 0,
    flags: (isResolver ? recursionAvailable : authoritative) | (answers === null ? nameError : 0),
    questions: query.questions ?? [],
    answers: answers ?? [],
    authorities: answers?.length ? [] : [{ type: 'SOA', name: zone, ttl, data: startOfZone }],
  });
  return { question, answer };
}

async function bound(address: string, port = 0): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 2 ** 21 });
  socket.bind(port, address);
  await once(socket, 'listening');
  return socket;
}

/** @param told of each question */
async function listen(
  address: string,
  port: number,
  kind: { readonly isResolver: boolean },
  told: (question: Question) => void,
): Promise<Socket> {
  const socket = await bound(address, port);
  socket.on('message', (message, from) => {
    const { question, answer } = answerTo(message, kind);
    told(question);
    socket.send(answer, from.port, from.address);
  });
  return socket;
}

/** The most of some times in milliseconds, in order, that lie within a second. */
function mostWithinASecond(times: readonly number[]): number {
  let [most, first] = [0, 0];
  for (const [index, time] of times.entries()) {
    while (time - times[first]! >= 1_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

let questions: Question[] = [];
let otherQuestions = 0;
const timesOf = new Map<string, number[]>();

async function start(): Promise<Started> {
  const resolver = { isResolver: true };
  const first = await listen('127.0.0.1', 0, resolver, (question) => questions.push(question));
  const second = await listen('127.0.0.1', 0, resolver, () => {
    otherQuestions += 1;
  });
  const dead = await bound('127.0.0.1');
  const [one, other, deadResolver] = [first, second, dead].map((socket) => `127.0.0.1:${socket.address().port}`);
  let serverPort = 0;
  for (let hoster = 0; hoster < hosters; hoster += 1)
    for (let server = 0; server < serversOfHoster; server += 1) {
      const address = addressOf(hoster, server);
      const socket = await listen(address, serverPort, { isResolver: false }, () => {
        const times = timesOf.get(address);
        if (times === undefined) timesOf.set(address, [performance.now()]);
        else times.push(performance.now());
      });
      serverPort = socket.address().port;
    }
  return { resolvers: [one!, other!], deadResolver: deadResolver!, serverPort };
}

function report(): Report {
  const times = [...timesOf.values()];
  const told = {
    resolverQuestions: questions.length + otherQuestions,
    questions,
    serverQuestions: times.flat().length,
    mostInASecond: Math.max(0, ...times.map(mostWithinASecond)),
  };
  questions = [];
  otherQuestions = 0;
  timesOf.clear();
  return told;
}

if (process.send !== undefined) {
  process.on('message', () => process.send!(report()));
  process.on('disconnect', () => process.exit());
  process.send(await start());
}
