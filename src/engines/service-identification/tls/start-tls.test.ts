import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { tolerantContext } from '../conversation.ts';
import { createServiceIdentifier } from '../service-identifier.ts';
import { testCertificate, testKey } from '../testing/test-certificate.ts';
import { createRootStore } from './chain-trust.ts';
import { askStartTls, startTlsOf } from './start-tls.ts';
import type { StartTls } from './tls-facts.ts';

/** What a server says first, and to the lines that are sent; TLS begins behind the one that `begins` is. */
interface Dialogue {
  readonly greeting: string;
  readonly answers: readonly (readonly [line: RegExp, answer: string])[];
  readonly begins: RegExp;
}

const features = (more: string) => `<stream:stream id='1' version='1.0'><stream:features>${more}</stream:features>`;
const dialogues: Readonly<Record<StartTls, Dialogue>> = {
  ftp: { greeting: '220-Hello\r\n220 ready\r\n', answers: [[/^AUTH TLS/, '234 Go on\r\n']], begins: /^AUTH TLS/ },
  smtp: {
    greeting: '220 mail.example.com ESMTP\r\n',
    answers: [
      [/^EHLO/, '250-mail.example.com\r\n250-STARTTLS\r\n250 HELP\r\n'],
      [/^STARTTLS/, '220 Go ahead\r\n'],
    ],
    begins: /^STARTTLS/,
  },
  pop3: { greeting: '+OK ready\r\n', answers: [[/^STLS/, '+OK begin\r\n']], begins: /^STLS/ },
  imap: {
    greeting: '* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n',
    answers: [[/^a1 STARTTLS/, '* BYE not really\r\na1 OK begin\r\n']],
    begins: /STARTTLS/,
  },
  xmpp: {
    greeting: '',
    answers: [
      [/^<\?xml/, features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>")],
      [/^<starttls/, "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"],
    ],
    begins: /^<starttls/,
  },
};
const refusals: Readonly<Record<StartTls, readonly [RegExp, string]>> = {
  ftp: [/^AUTH TLS/, '502 Not here\r\n'],
  smtp: [/^EHLO/, '250-mail.example.com\r\n250 HELP\r\n'],
  pop3: [/^STLS/, '-ERR\r\n'],
  imap: [/^a1 STARTTLS/, 'a1 BAD unknown\r\n'],
  xmpp: [/^<\?xml/, features('<mechanisms/>')],
};
const services = Object.keys(dialogues) as StartTls[];

const servers: net.Server[] = [];
const sockets = new Set<net.Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

interface Served {
  readonly port: number;
  readonly asked: (string | false)[];
}

async function serve(
  { greeting, answers, begins }: Dialogue,
  { host = '127.0.0.1', port = 0, upgrades = true } = {},
): Promise<Served> {
  const asked: (string | false)[] = [];
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.write(greeting);
    const onData = (bytes: Buffer) => {
      const line = bytes.toString();
      const answer = answers.find(([pattern]) => pattern.test(line))?.[1];
      if (answer !== undefined) socket.write(answer);
      if (!begins.test(line)) return;
      socket.off('data', onData);
      if (!upgrades) socket.end();
      else
        new tls.TLSSocket(socket, {
          ...{ isServer: true, cert: testCertificate, key: testKey },
          SNICallback: (name, done) => {
            asked.push(name);
            done(null);
          },
        }).on('error', () => {});
    };
    socket.on('data', onData);
  });
  server.listen(port, host);
  await once(server, 'listening');
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, asked };
}

const settings = { context: tolerantContext([]), roots: createRootStore([]) };

function ask(service: StartTls, port: number, waitMs = 20_000) {
  const line = {
    ...{ address: '127.0.0.1', port, signal: new AbortController().signal, connectTimeoutMs: 20_000 },
    ...{ quietMs: 200, maxBytes: 65_536, serverName: 'shop.example.com' },
  };
  return askStartTls(service, line, settings, waitMs);
}

describe('a service that is asked to begin TLS', () => {
  it.each(services)('%s: shows its certificate to the name that is asked for', async (service) => {
    const { port, asked } = await serve(dialogues[service]);
    const facts = await ask(service, port);
    expect(facts).toMatchObject({
      ...{ startTls: service, protocol: 'TLSv1.3', http: false, obsoleteProtocol: null },
      ...{ serverName: 'shop.example.com', nameMatches: true, trust: 'self_signed', serverNameRefused: false },
      dnsNames: expect.arrayContaining(['shop.example.com']),
    });
    expect(asked).toEqual(['shop.example.com']);
  });

  it.each(services)('%s: has no TLS where it does not offer it', async (service) => {
    const { port } = await serve({ ...dialogues[service], answers: [refusals[service]] });
    expect(await ask(service, port)).toBeNull();
  });

  it.each(services)('%s: has shown nothing where it hangs up, or stays silent', async (service) => {
    const nothing = { startTls: service, chain: [], trust: null, protocol: null };
    const { port } = await serve(dialogues[service], { upgrades: false });
    expect(await ask(service, port)).toMatchObject(nothing);
    const silent = await serve({ greeting: '', answers: [], begins: /^never/ });
    expect(await ask(service, silent.port, 50)).toMatchObject(nothing);
  });
});

describe('identification', () => {
  it('asks for TLS on the ports that people sign in at, where it recognised who answers', () => {
    const asked = [21, 25, 110, 143, 587, 5_222].map((port) => [
      port,
      startTlsOf(port, port === 5_222 ? 'xmpp-client' : 'smtp'),
    ]);
    expect(Object.fromEntries(asked)).toEqual({
      21: null,
      25: 'smtp',
      110: null,
      143: null,
      587: 'smtp',
      5222: 'xmpp',
    });
    expect(startTlsOf(2_525, 'smtp')).toBeNull();
    expect(startTlsOf(587, undefined)).toBeNull();
  });

  it.skipIf(process.getuid?.() !== 0)('has what STARTTLS shows beside a service in the clear', async () => {
    const host = '127.83.25.87';
    await serve(dialogues.smtp, { host, port: 587 });
    const identifier = createServiceIdentifier({ listenMs: 500, replyMs: 10_000, portTimeoutMs: 60_000, roots: [] });
    const seen = await identifier.identify({ address: host, protocol: 'tcp', port: 587, hostname: 'shop.example.com' });
    await identifier.close();
    expect(seen).toMatchObject({
      service: 'smtp',
      method: 'probed',
      tls: false,
      tlsFacts: { startTls: 'smtp', nameMatches: true },
    });
  });
});
