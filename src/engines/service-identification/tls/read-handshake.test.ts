import { X509Certificate } from 'node:crypto';
import type net from 'node:net';
import tls from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServiceIdentifier } from '../service-identifier.ts';
import type { IdentifiedService } from '../service-identity.ts';
import { type LoopbackServerOptions, loopbackAddress, type Speaker, serving } from '../testing/loopback-server.ts';
import { testCertificate, testKey } from '../testing/test-certificate.ts';
import { createRootStore } from './chain-trust.ts';
import { readHandshake } from './read-handshake.ts';
import { serverNameOf } from './server-name.ts';

/** Waits end with the answer, however busy the machine is. */
const patient = { listenMs: 100, replyMs: 10_000, connectTimeoutMs: 20_000, portTimeoutMs: 60_000 };
const web: Speaker = (socket) => socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));

async function identify(
  speak: Speaker,
  options: LoopbackServerOptions,
  hostname?: string,
  roots: readonly string[] = [],
): Promise<IdentifiedService> {
  const server = await serving(speak, options);
  const identifier = createServiceIdentifier({ ...patient, roots });
  onTestFinished(identifier.close);
  return identifier.identify({ address: loopbackAddress, protocol: 'tcp', port: server.port, hostname });
}

describe('what a TLS handshake shows', () => {
  it('is the certificate, its chain, the versions, and whether HTTP answers inside', async () => {
    const { tls, tlsFacts } = await identify(web, { secure: true }, 'shop.example.com');
    expect(tls).toBe(true);
    expect(tlsFacts).toEqual({
      serverName: 'shop.example.com',
      serverNameRefused: false,
      protocol: 'TLSv1.3',
      obsoleteProtocol: 'none',
      startTls: null,
      http: true,
      chain: [
        {
          subject: 'O=Test, CN=shop.example.com',
          issuer: 'O=Test, CN=shop.example.com',
          serialNumber: '36917DA5AF64701F085AFC46B6594412A6E0C78F',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          notBefore: '2026-11-21T01:11:40.000Z',
          notAfter: '2036-11-18T01:11:40.000Z',
          selfSigned: true,
          authority: true,
          keyType: 'ec',
          keyBits: 256,
          signatureAlgorithm: 'ecdsa-with-SHA256',
        },
      ],
      pathLength: 1,
      trust: 'self_signed',
      dnsNames: ['shop.example.com', 'www.example.com', '*.example.net'],
      ipAddresses: ['192.0.2.7'],
      nameMatches: true,
      addressMatches: false,
      otherNames: {},
    });
  });

  it('is trusted when it leads to one of the roots, and its certificate is one of them', async () => {
    const { tlsFacts } = await identify(web, { secure: true }, 'other.example.org', [testCertificate]);
    expect(tlsFacts).toMatchObject({ trust: 'complete', nameMatches: false });
  });

  it('is nothing on a port without TLS', async () => {
    expect((await identify(web, {})).tlsFacts).toBeNull();
  });

  it('of a web server is asked for by every name that it may be visited by', async () => {
    const asked: (string | false)[] = [];
    const SNICallback: tls.TlsOptions['SNICallback'] = (name, done) => {
      asked.push(name);
      done(null);
    };
    const server = await serving(web, { secure: { SNICallback } });
    const identifier = createServiceIdentifier({ ...patient, roots: [] });
    onTestFinished(identifier.close);
    const target = {
      address: loopbackAddress,
      protocol: 'tcp',
      port: server.port,
      hostname: 'shop.example.com',
    } as const;
    const domains = ['www.example.com', 'other.example.org', 'shop.example.com'];
    const { tlsFacts } = await identifier.identify({ ...target, domains });
    expect(Object.keys(tlsFacts!.otherNames)).toEqual(['www.example.com', 'other.example.org']);
    expect(tlsFacts!.otherNames).toMatchObject({
      'www.example.com': { nameMatches: true, trust: 'self_signed' },
      'other.example.org': { nameMatches: false },
    });
    expect(new Set(asked)).toEqual(new Set(['shop.example.com', 'www.example.com', 'other.example.org']));
  });

  it('asks for the name of the server, and for none when there is none', async () => {
    const asked: string[] = [];
    const secure: tls.TlsOptions = {
      SNICallback: (name, done) => {
        asked.push(name);
        done(null);
      },
    };
    await identify(web, { secure }, 'Shop.Example.com.');
    expect(new Set(asked)).toEqual(new Set(['shop.example.com']));
    const without = await identify(web, { secure }, '192.0.2.1');
    expect(new Set(asked)).toEqual(new Set(['shop.example.com']));
    expect(without.tlsFacts).toMatchObject({ serverName: null, nameMatches: null });
  });

  it('is asked for without a name where the name is refused, and tells so', async () => {
    const inner = tls.createServer({ cert: testCertificate, key: testKey }, (socket) =>
      web(socket.on('error', () => {})),
    );
    const refuseNames: Speaker = (socket: net.Socket) => {
      socket.once('data', (hello: Buffer) => {
        if (hello.includes('shop.example.com')) {
          socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 112]));
        } else {
          socket.pause();
          socket.unshift(hello);
          inner.emit('connection', socket);
        }
      });
    };
    const { service, tlsFacts } = await identify(refuseNames, {}, 'shop.example.com');
    expect(service).toBe('https');
    expect(tlsFacts).toMatchObject({ serverName: 'shop.example.com', serverNameRefused: true, nameMatches: false });
    expect(tlsFacts!.chain.length).toBe(1);
  });

  it('is cut when a server sends two hundred certificates, and empty but TLS when they are too large to be read', async () => {
    const many = await identify(web, { secure: { cert: testCertificate.concat('\n').repeat(190), key: testKey } });
    expect(many).toMatchObject({ tls: true, service: 'https', tlsFacts: { trust: 'self_signed' } });
    expect(many.tlsFacts!.chain.length).toBeLessThanOrEqual(10);
    const tooMany = await identify(web, { secure: { cert: testCertificate.concat('\n').repeat(300), key: testKey } });
    expect(tooMany).toMatchObject({ tls: true, tlsFacts: { chain: [], trust: null } });
  });

  it('stays bounded and fit to be stored, whatever the bytes of the certificate', () => {
    const der = new X509Certificate(testCertificate).raw;
    const commonNameAt = der.lastIndexOf('shop.example.com', der.indexOf('www.example.com') - 60);
    const stringTypes = [0x0c, 0x1e, 0x13, 0x14, 0x16, 0x1c];
    /** The common name in any type of string with any bytes, or any bytes anywhere. */
    const hostile = fc.oneof(
      fc
        .tuple(fc.constantFrom(...stringTypes), fc.uint8Array({ minLength: 16, maxLength: 16 }))
        .map(([type, bytes]) => {
          const raw = Buffer.from(der);
          raw[commonNameAt - 2] = type;
          raw.set(bytes, commonNameAt);
          return raw;
        }),
      fc.array(fc.tuple(fc.nat(der.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes) => {
        const raw = Buffer.from(der);
        for (const [at, byte] of changes) raw[at] = byte;
        return raw;
      }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    const store = createRootStore([]);
    const socket = { getProtocol: () => 'TLSv1.3', authorizationError: 'X' as unknown as Error };
    const target = { address: '192.0.2.7', serverName: 'shop.example.com', serverNameRefused: false };
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 30 }), (certificates) => {
        const peer = certificates.reduceRight<Partial<tls.DetailedPeerCertificate>>(
          (issuer, raw) => ({ raw, bits: 256, issuerCertificate: issuer as tls.DetailedPeerCertificate }),
          {},
        );
        const stored = JSON.stringify(readHandshake(socket, peer, target, store));
        expect(stored.length).toBeLessThan(24_000);
        expect(stored).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(stored.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a server name', () => {
  it.each([
    ['shop.example.com', 'shop.example.com'],
    ['Shop.Example.COM.', 'shop.example.com'],
    ['bücher.example.com', 'xn--bcher-kva.example.com'],
    ['web1', null],
    ['192.0.2.1', null],
    ['2001:db8::1', null],
    ['', null],
    ["a.example.com'; reboot", null],
    ['a..example.com', null],
    ['-a.example.com', null],
    [`${'a'.repeat(64)}.example.com`, null],
  ])('of %j is %j', (hostname, name) => {
    expect(serverNameOf(hostname)).toBe(name);
  });

  it('is one that the DNS can hold, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(127), fc.nat(0x10ffff)), { maxLength: 300 }), (characters) => {
        const text = String.fromCodePoint(...characters);
        expect(serverNameOf(text) ?? 'a.b').toMatch(/^[a-z0-9_.-]{3,253}$/);
      }),
    );
  });
});
