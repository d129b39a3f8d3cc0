import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let behindProxy: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  behindProxy = await TestService.start({
    role: 'api',
    sharedWith: service,
    environment: { TRUST_PROXY: '127.0.0.1' },
  });
  partner = await service.partner();
});
afterAll(async () => {
  await behindProxy?.stop();
  await service?.stop();
});

/** Sends lines as they are, and returns status and body. */
function ask(lines: readonly string[], { url } = service): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket
      .once('error', reject)
      .once('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }));
    socket.write(Buffer.from(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1'));
  });
}

const list = 'GET /api/v1/endpoints HTTP/1.1';
const key = () => `Authorization: Bearer ${partner.apiKey}`;

describe('a request is for one host', () => {
  it('in any case, with a port, and with the trailing dot of a full name', async () => {
    for (const host of [partner.portalDomain, partner.portalDomain.toUpperCase(), `${partner.portalDomain}.:8080`])
      expect(await ask([list, `Host: ${host}`, key()])).toMatchObject({ status: 200 });
  });

  it('two Host headers are 400, whatever is in them, on every path', async () => {
    for (const path of ['/api/v1/endpoints', '/api/v1/health', '/', '/nowhere', '/openapi.json', '/readyz']) {
      const lines = [`GET ${path} HTTP/1.1`, `Host: ${partner.portalDomain}`, `hOST: ${partner.portalDomain}`, key()];
      expect({ path, ...(await ask(lines)) }).toMatchObject({ path, status: 400 });
    }
  });

  it('none is 400 in HTTP/1.1; in HTTP/1.0, which knows none, health answers', async () => {
    expect(await ask([list, key()])).toMatchObject({ status: 400 });
    expect(await ask(['GET /api/v1/health HTTP/1.0'])).toMatchObject({ status: 200 });
    expect(await ask(['GET /api/v1/endpoints HTTP/1.0', key()])).toMatchObject({ status: 403 });
  });

  it.each(['/evil?x', '#x', '@evil.example', ':80:80', ':x', ',evil.example', '%2e', '\\evil', '_', ' evil', '\u00fc'])(
    'the portal domain followed by %j is 400',
    async (suffix) => {
      expect(await ask([list, `Host: ${partner.portalDomain}${suffix}`, key()])).toMatchObject({ status: 400 });
    },
  );

  it.each(['%6cocalhost', '', '[::1', '[evil]', 'a b', '"localhost"', '<x>'])('%j is 400', async (host) => {
    expect(await ask(['GET /api/v1/health HTTP/1.1', `Host: ${host}`])).toMatchObject({ status: 400 });
  });

  it.each(['2130706433', '0x7f.1', '127.1', '0177.0.0.1', '127.evil.example'])(
    '%s is not this machine',
    async (host) => {
      const local = await service.partner('Local');
      await service.store.database.pool.query('UPDATE portal_domains SET domain = $2 WHERE partner_id = $1', [
        local.partnerId,
        '127.0.0.1',
      ]);
      const keyOfLocal = `Authorization: Bearer ${local.apiKey}`;
      expect(await ask([list, 'Host: 127.0.0.1', keyOfLocal])).toMatchObject({ status: 200 });
      expect(await ask([list, `Host: ${host}`, keyOfLocal])).toMatchObject({ status: 403 });
      await service.store.database.pool.query('DELETE FROM portal_domains WHERE partner_id = $1', [local.partnerId]);
    },
  );
});

describe('what a trusted proxy tells of a request', () => {
  const forwarded = (...headers: string[]) => ask([list, 'Host: internal', ...headers, key()], behindProxy);

  it('is a host and a protocol, which links are made of', async () => {
    const { status, text } = await forwarded(
      `X-Forwarded-Host: ${partner.portalDomain}:8443`,
      'X-Forwarded-Proto: https',
    );
    expect(status).toBe(200);
    expect(text).toContain(`"first":"https://${partner.portalDomain}:8443/api/v1/endpoints?`);
  });

  it.each(['/evil?x', '@evil.example', ' evil', '%2e'])('a host with %j is 400', async (suffix) => {
    expect(await forwarded(`X-Forwarded-Host: ${partner.portalDomain}${suffix}`)).toMatchObject({ status: 400 });
  });

  it.each(['javascript:alert(1)//', 'ftp', 'https://x', 'HTTPS evil', 'h'])(
    'the protocol %j is 400',
    async (protocol) => {
      const host = `X-Forwarded-Host: ${partner.portalDomain}`;
      expect(await forwarded(host, `X-Forwarded-Proto: ${protocol}`)).toMatchObject({ status: 400 });
    },
  );

  it('counts for nothing from anybody else', async () => {
    const strange = ['X-Forwarded-Host: a/evil', 'X-Forwarded-Proto: javascript:alert(1)//'];
    const { status, text } = await ask([list, `Host: ${partner.portalDomain}`, ...strange, key()]);
    expect(status).toBe(200);
    expect(text).toContain(`"first":"http://${partner.portalDomain}/api/v1/endpoints?`);
  });
});
