/** Servers that want to exhaust, confuse or mislead whoever asks them. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { createServiceIdentifier } from './service-identifier.ts';
import type { ServiceIdentity } from './service-identity.ts';
import { type LoopbackServer, loopbackAddress, serving } from './testing/loopback-server.ts';

/** With a time limit that no test reaches unless something runs away. */
async function identify(server: LoopbackServer): Promise<ServiceIdentity> {
  const waits = { listenMs: 200, replyMs: 200, connectTimeoutMs: 300, portTimeoutMs: 600_000 };
  const identifier = createServiceIdentifier(waits);
  onTestFinished(identifier.close);
  return identifier.identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
}

function every(socket: net.Socket, intervalMs: number, bytes: Buffer): void {
  const timer = setInterval(() => socket.write(bytes), intervalMs);
  socket.on('close', () => clearInterval(timer));
}

const serverHello = Buffer.from('160303004a02000046', 'hex');

describe('a hostile server', () => {
  it('that answers a TLS hello with garbage is no TLS server', async () => {
    const server = await serving((socket) => {
      socket.once('data', (first: Buffer) => socket.write(first[0] === 0x16 ? Buffer.alloc(5000, 0x41) : ''));
    });
    expect(await identify(server)).toMatchObject({ tls: false });
  });

  it('that drips a TLS handshake forever is left at the connect timeout', async () => {
    const server = await serving((socket) => {
      socket.once('data', (first: Buffer) => {
        if (first[0] !== 0x16) return;
        socket.write(serverHello);
        every(socket, 20, Buffer.from([0]));
      });
    });
    expect(await identify(server)).toMatchObject({ tls: false, method: 'port_number' });
    await expect.poll(() => server.connections().now).toBe(0);
  });

  it('that drips inside TLS is left at the end of the wait', async () => {
    const server = await serving((socket) => every(socket, 20, Buffer.from('y')), { secure: true });
    expect(await identify(server)).toMatchObject({ tls: true, banner: expect.stringMatching(/^y+$/) });
  });

  it('that pours inside TLS is cut off', async () => {
    let sent = 0;
    const server = await serving(
      (socket) => {
        const pour = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(16_384, 'x'))) sent += 16_384;
        };
        socket.on('drain', pour);
        pour();
      },
      { secure: true },
    );
    expect(await identify(server)).toMatchObject({ tls: true });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('that answers every question with a reason for another one is asked a bounded number of times', async () => {
    const json = '{"etcdserver":"3.5.9","MinAPIVersion":"1"}';
    const reply = `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`;
    const server = await serving((socket) => socket.on('data', () => socket.write(reply)));
    await identify(server);
    const requests =
      Buffer.concat(server.received)
        .toString('latin1')
        .match(/ HTTP\/1\.1\r\n/g) ?? [];
    expect(requests.length).toBeLessThanOrEqual(4);
  });

  it('cannot put escape sequences, direction overrides or line breaks into what is stored', async () => {
    const evil = '\x1b]0;owned\x07\x1b[2J\u202egnp.exe\u2066\0\x9b31m';
    const said = [
      `SSH-2.0-Open${evil}_9.2p1\r\n`,
      `220 ${evil} vsFTPd 3.0.3${evil}\r\n`,
      `HTTP/1.1 200 OK\r\nServer: ${evil}/1${evil}\r\n\r\n<title>${evil}\r\nX</title>`,
      `SIP/2.0 200 OK\r\nServer: ${evil}/1.0${evil}\r\n\r\n`,
      `INFO {"server_id":"","version":"${evil}"} \r\n`,
    ];
    for (const bytes of said) {
      const server = await serving((socket) => socket.end(bytes));
      const { banner, product, version } = await identify(server);
      for (const text of [banner, product, version]) expect(text ?? '').not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  });

  const openssl = spawnSync('openssl', ['version']).status === 0;
  it.skipIf(!openssl)(
    'with a gigantic certificate is still TLS, with ten names at most',
    { tags: ['openssl'] },
    async () => {
      const directory = mkdtempSync(join(tmpdir(), 'gigantic-certificate-'));
      const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(directory, name)) as [string, string];
      const names = Array.from({ length: 2000 }, (_, index) => `DNS:host-${index}.${'a'.repeat(20)}.example.com`);
      const options = [
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-subj',
        '/CN=first.example.com',
      ];
      const output = ['-keyout', key, '-out', cert, '-addext', `subjectAltName=${names.join(',')}`];
      spawnSync('openssl', ['req', '-x509', ...options, ...output]);
      const secure = { cert: readFileSync(cert), key: readFileSync(key) };
      rmSync(directory, { recursive: true });
      const identity = await identify(await serving(() => {}, { secure }));
      expect(identity.tls).toBe(true);
      expect(identity.certificateNames.length).toBe(10);
      expect(identity.certificateNames[0]).toBe('first.example.com');
    },
  );

  it('that says anything whatever inside TLS, in any pieces, gives an identity with clean texts', async () => {
    let pieces: readonly Uint8Array[] = [];
    const server = await serving(
      (socket) => {
        for (const piece of pieces) socket.write(piece);
        socket.end();
      },
      { secure: true },
    );
    const starts = fc.constantFrom('HTTP/1.1 200 ', '220 ', '* OK ', '+OK ', 'RFB 003.008\n', '@RSYNCD: 31.0\n', '');
    const anything = fc.tuple(starts, fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(anything, async ([start, rest]) => {
        pieces = [...(start === '' ? [] : [Buffer.from(start)]), ...rest];
        const identity = await identify(server);
        expect(identity.tls).toBe(true);
        for (const text of [identity.banner, identity.product, identity.version]) {
          expect(text ?? '').not.toMatch(/[\p{Cc}\p{Cf}]/u);
          expect([...(text ?? '')].length).toBeLessThanOrEqual(200);
        }
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});
