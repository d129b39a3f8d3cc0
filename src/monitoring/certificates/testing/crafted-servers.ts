import net from 'node:net';
import tls from 'node:tls';
import type { CertificateCause } from '../evidence.ts';
import type { Crafted, CraftedAuthority } from './crafted-authority.ts';

/** An address of these tests' own. */
export const craftedAddress = '127.0.91.1';
const shop = 'shop.example.com';

export interface CraftedServer {
  readonly name: string;
  /** As the endpoint has it; empty: none. */
  readonly hostname: string;
  readonly certificate: Crafted;
  /** What it sends after its own certificate. */
  readonly others: readonly Crafted[];
  readonly tls: tls.TlsOptions;
  /** Default: HTTP answers. */
  readonly speaks: 'http' | 'imap';
  /** What we know to be wrong, having made it so. */
  readonly wrong: readonly CertificateCause[];
}

export interface CraftedWorld {
  readonly roots: readonly Crafted[];
  readonly servers: readonly CraftedServer[];
}

const caExtensions = ['basicConstraints=critical,CA:true', 'keyUsage=critical,keyCertSign,cRLSign'];

export function craftWorld(authority: CraftedAuthority): CraftedWorld {
  const authorityNamed = (
    commonName: string,
    issuer?: Crafted,
    wish: Partial<Parameters<typeof authority.make>[0]> = {},
  ) =>
    authority.make({
      commonName,
      keyOwner: commonName,
      beginsIn: -2000,
      endsIn: 2000,
      extensions: caExtensions,
      ...(issuer && { issuer }),
      ...wish,
    });
  const root = authorityNamed('Crafted Root');
  const rsaRoot = authorityNamed('Crafted RSA Root', undefined, { key: 'rsa2048' });
  const edRoot = authorityNamed('Crafted Ed25519 Root', undefined, { key: 'ed25519' });
  const ownRoot = authorityNamed('Private Root');
  const upper = authorityNamed('Upper Intermediate', root);
  const lower = authorityNamed('Lower Intermediate', upper);
  const middle = authorityNamed('Intermediate', root);
  const forged = authorityNamed('Intermediate', ownRoot, { keyOwner: 'forger' });
  const ended = authorityNamed('Ended Intermediate', root, { endsIn: -3 });
  const ending = authorityNamed('Ending Intermediate', root, { endsIn: 5 });
  const future = authorityNamed('Future Intermediate', root, { beginsIn: 3 });
  const noAuthority = authorityNamed('No Authority', root, { extensions: ['basicConstraints=critical,CA:false'] });
  const limited = authorityNamed('Limited Intermediate', root, {
    extensions: [...caExtensions, 'nameConstraints=critical,permitted;DNS:example.org'],
  });
  const shortPath = authorityNamed('Short Path', root, {
    extensions: ['basicConstraints=critical,CA:true,pathlen:0', 'keyUsage=critical,keyCertSign'],
  });
  const belowShortPath = authorityNamed('Below Short Path', shortPath);
  const private1 = authorityNamed('Private Intermediate', ownRoot);

  const san = (...names: readonly string[]) => [`subjectAltName=${names.join(',')}`];
  const forShop = san(`DNS:${shop}`);
  type Wish = Partial<Parameters<typeof authority.make>[0]>;
  const leaf = (wish: Wish = {}) => authority.make({ commonName: shop, issuer: middle, extensions: forShop, ...wish });
  const servers: CraftedServer[] = [];
  const add = (
    name: string,
    wrong: readonly CertificateCause[],
    certificate: Crafted,
    rest: Partial<Omit<CraftedServer, 'name' | 'wrong' | 'certificate'>> = {},
  ) =>
    servers.push({
      hostname: shop,
      others: [middle],
      speaks: 'http',
      name,
      wrong,
      certificate,
      ...rest,
      tls: { minVersion: 'TLSv1.2', ...rest.tls },
    });

  // Dates: of a year, of 90 days, of 6 days.
  for (const [lifetime, endsIn, isWrong] of [
    [365, -400, true],
    [365, -0.01, true],
    [365, 0.5, true],
    [365, 3, true],
    [365, 10, true],
    [365, 25, true],
    [365, 31, false],
    [365, 364, false],
    [90, -1, true],
    [90, 0.5, true],
    [90, 6, true],
    [90, 13, true],
    [90, 22, true],
    [90, 23, false],
    [90, 29, false],
    [45, 12, false],
    [45, 11, true],
    [6, 2, false],
    [6, 1.4, true],
    [6, -0.5, true],
  ] as const)
    add(
      `of ${lifetime} days, ends in ${endsIn}`,
      isWrong ? ['expiry'] : [],
      leaf({ beginsIn: endsIn - lifetime, endsIn }),
    );
  for (const beginsIn of [0.01, 2, 400])
    add(`begins in ${beginsIn} days`, ['not_yet_valid'], leaf({ beginsIn, endsIn: beginsIn + 500 }));
  add('begins tomorrow and ends three days later', ['not_yet_valid'], leaf({ beginsIn: 1, endsIn: 4 }));

  // Names.
  add('another name', ['name'], leaf({ extensions: san('DNS:other.example.com') }));
  add('the second name', [], leaf({ extensions: san('DNS:other.example.com', `DNS:${shop}`) }));
  add('the name in capitals', [], leaf({ extensions: san('DNS:SHOP.Example.COM') }));
  add('a wildcard', [], leaf({ extensions: san('DNS:*.example.com') }));
  add('a wildcard one label too high', ['name'], leaf({ extensions: san('DNS:*.example.com') }), {
    hostname: 'a.shop.example.com',
  });
  add('a wildcard without its domain', ['name'], leaf({ extensions: san('DNS:*.example.com') }), {
    hostname: 'example.com',
  });
  add('a wildcard for everything', ['name'], leaf({ extensions: san('DNS:*.com') }), { hostname: 'example.com' });
  add('the name as common name only', ['name'], leaf({ extensions: [] }));
  add('the name as common name beside another', ['name'], leaf({ extensions: san('DNS:other.example.com') }));
  add('an address only', ['name'], leaf({ extensions: san(`IP:${craftedAddress}`) }));
  add('an address only, no name wanted', [], leaf({ extensions: san(`IP:${craftedAddress}`) }), { hostname: '' });
  add('another address only, no name wanted', ['name'], leaf({ extensions: san('IP:127.0.91.2') }), { hostname: '' });
  add('another name, no name wanted', [], leaf({ extensions: san('DNS:other.example.com') }), { hostname: '' });
  add('another name, a private name wanted', [], leaf({ extensions: san('DNS:other.example.com') }), {
    hostname: 'srv1.lan',
  });
  add('an international name', [], leaf({ extensions: san('DNS:xn--bcher-kva.example.com') }), {
    hostname: 'Bücher.example.com',
  });
  add('another international name', ['name'], leaf({ extensions: san('DNS:xn--bcher-kva.example.com') }), {
    hostname: 'büro.example.com',
  });
  const hundred = Array.from({ length: 100 }, (_, index) => `DNS:host-${index}.example.com`);
  add('the last of a hundred names', [], leaf({ extensions: san(...hundred) }), { hostname: 'host-99.example.com' });

  // Chains.
  add('the whole chain with its root', [], leaf(), { others: [middle, root] });
  add('issued by the root itself', [], leaf({ issuer: root }), { others: [] });
  add('two intermediates', [], leaf({ issuer: lower }), { others: [lower, upper] });
  add('two intermediates in the wrong order', [], leaf({ issuer: lower }), { others: [upper, lower] });
  add('the root in between', [], leaf({ issuer: lower }), { others: [root, upper, lower] });
  add('an unrelated certificate beside', [], leaf(), { others: [upper, middle, ownRoot] });
  add('no intermediate', ['chain'], leaf(), { others: [] });
  add('the upper intermediate missing', ['chain'], leaf({ issuer: lower }), { others: [lower] });
  add('the lower intermediate missing', ['chain'], leaf({ issuer: lower }), { others: [upper] });
  // As certificates of public authorities say where their issuer's is.
  const fromPublic = ['authorityInfoAccess=caIssuers;URI:http://issuer.example.com/ca.crt'];
  const otherNamed = san('DNS:other.example.com');
  add('no intermediate, another name', ['chain', 'name'], leaf({ extensions: [...fromPublic, ...otherNamed] }), {
    others: [],
  });
  add('a private authority alone, another name', ['chain'], leaf({ extensions: otherNamed }), { others: [] });
  const alone = (wish: Wish = {}) => authority.make({ commonName: shop, extensions: forShop, ...wish });
  add('self-signed', ['chain'], alone(), { others: [] });
  add('self-signed as an authority, another name', ['chain'], alone({ extensions: caExtensions }), { others: [] });
  add('self-signed and expired', ['chain', 'expiry'], alone({ beginsIn: -400, endsIn: -30 }), { others: [] });
  add('self-signed behind IMAP', [], alone(), { others: [], speaks: 'imap' });
  add('expired behind IMAP', ['expiry'], leaf({ endsIn: -2 }), { speaks: 'imap' });
  add('a private root', ['chain'], leaf({ issuer: ownRoot }), { others: [ownRoot] });
  add('a private root above an intermediate', ['chain'], leaf({ issuer: private1 }), { others: [private1, ownRoot] });
  add('a private root in the wrong place', ['chain'], leaf({ issuer: private1 }), { others: [ownRoot, private1] });
  add('a private root that is not sent', ['chain'], leaf({ issuer: ownRoot }), { others: [] });
  add('a private root, another name', ['chain'], leaf({ issuer: ownRoot, extensions: san('DNS:other.example.com') }), {
    others: [ownRoot],
  });
  add('an intermediate that is no authority', ['chain'], leaf({ issuer: noAuthority }), { others: [noAuthority] });
  add('a forged intermediate', ['chain'], leaf(), { others: [forged] });
  add('for clients only', ['chain'], leaf({ extensions: [...forShop, 'extendedKeyUsage=clientAuth'] }));
  add('for clients and servers', [], leaf({ extensions: [...forShop, 'extendedKeyUsage=clientAuth,serverAuth'] }));
  add(
    'for clients only, and expired',
    ['chain', 'expiry'],
    leaf({ endsIn: -1, extensions: [...forShop, 'extendedKeyUsage=clientAuth'] }),
  );
  add('a name that the intermediate may not give', ['chain'], leaf({ issuer: limited }), { others: [limited] });
  add('an intermediate below the last', ['chain'], leaf({ issuer: belowShortPath }), {
    others: [belowShortPath, shortPath],
  });
  add('an ended intermediate', ['expiry'], leaf({ issuer: ended }), { others: [ended] });
  add('an ending intermediate', ['expiry'], leaf({ issuer: ending }), { others: [ending] });
  add('an intermediate of the future', ['not_yet_valid'], leaf({ issuer: future }), { others: [future] });
  add(
    'expired, no intermediate, another name',
    ['chain', 'expiry', 'name'],
    leaf({ endsIn: -1, extensions: [...fromPublic, ...san('DNS:a.example.com')] }),
    { others: [] },
  );

  // Keys and signatures: facts, not causes.
  for (const key of ['rsa1024', 'rsa2048', 'rsa3072', 'ec384', 'ed25519'] as const)
    add(`a key ${key}`, [], leaf({ key }));
  add('signed with SHA-1', [], leaf({ issuer: rsaRoot, digest: 'sha1' }), { others: [] });
  add('signed with SHA-512', [], leaf({ issuer: rsaRoot, digest: 'sha512' }), { others: [] });
  add('signed with Ed25519', [], leaf({ issuer: edRoot }), { others: [] });

  // Versions.
  const rsaLeaf = leaf({ key: 'rsa2048' });
  for (const [minVersion, maxVersion, isWrong] of [
    ['TLSv1', 'TLSv1', true],
    ['TLSv1.1', 'TLSv1.1', true],
    ['TLSv1', 'TLSv1.1', true],
    ['TLSv1', 'TLSv1.2', true],
    ['TLSv1', 'TLSv1.3', true],
    ['TLSv1.1', 'TLSv1.3', true],
    ['TLSv1.2', 'TLSv1.2', false],
    ['TLSv1.3', 'TLSv1.3', false],
  ] as const)
    add(`${minVersion} to ${maxVersion}`, isWrong ? ['protocol'] : [], rsaLeaf, { tls: { minVersion, maxVersion } });
  const rsaOnly = { minVersion: 'TLSv1', maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:@SECLEVEL=0' } as const;
  add('TLSv1 with one old cipher', ['protocol'], rsaLeaf, { tls: rsaOnly });
  add('TLSv1 to TLSv1.3 with an EC key, expired', ['protocol', 'expiry'], leaf({ endsIn: -9 }), {
    tls: { minVersion: 'TLSv1' },
  });
  add('a client certificate wanted', [], leaf(), { tls: { requestCert: true, rejectUnauthorized: false } });

  return { roots: [root, rsaRoot, edRoot], servers };
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

export async function listen(server: CraftedServer): Promise<Listening> {
  const options: tls.TlsOptions = {
    cert: [server.certificate, ...server.others].map(({ pem }) => pem).join(''),
    key: server.certificate.keyPem,
    ciphers: 'DEFAULT:@SECLEVEL=0',
    ...server.tls,
  };
  return listening(
    tls.createServer(options, (socket) => {
      socket.on('error', () => {});
      if (server.speaks === 'imap') socket.write('* OK IMAP4rev1 ready\r\n');
      else socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'));
    }),
  );
}

/** Mail servers that would go on with TLS when asked, and a web server in the clear. */
export const inTheClear: Readonly<Record<string, readonly [greeting: string, answer: string]>> = {
  'SMTP with STARTTLS': ['220 mail.example.com ESMTP Postfix\r\n', '250-mail.example.com\r\n250 STARTTLS\r\n'],
  'IMAP with STARTTLS': ['* OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] ready.\r\n', '* BAD\r\n'],
  'POP3 with STLS': ['+OK Dovecot ready.\r\n', '-ERR\r\n'],
  'HTTP in the clear': ['', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'],
};

export function listenInTheClear([greeting, answer]: readonly [string, string]): Promise<Listening> {
  return listening(
    net.createServer((socket) => {
      socket.on('error', () => {});
      if (greeting !== '') socket.write(greeting);
      socket.on('data', () => socket.write(answer));
    }),
  );
}

function listening(server: net.Server): Promise<Listening> {
  const sockets = new Set<net.Socket>();
  server.on('tlsClientError', () => {});
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, craftedAddress, () =>
      resolve({
        port: (server.address() as net.AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            for (const socket of sockets) socket.destroy();
          }),
      }),
    );
  });
}
