import { describe, expect, it } from 'vitest';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { createAddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { isHostname, resolveHostname } from './resolve-hostname.ts';

const policy = createAddressPolicy(['203.0.113.0/24', '2001:db8::/32']);

async function resolve(v4: Promise<string[]>, v6: Promise<string[]>, by = policy): Promise<string> {
  const resolver = { resolve4: () => v4, resolve6: () => v6 };
  const operation = { caller: { sandbox: false } } as Operation;
  return (await resolveHostname(operation, resolver, by, 'web.example')).text;
}

const none = Promise.resolve([]);
const failing = () => Promise.reject(new Error('queryA ENOTFOUND web.example'));
const unanswered = new Promise<string[]>(() => {});

describe('isHostname', () => {
  it.each([
    'example.com',
    'EXAMPLE.com.',
    'a.b.c.example',
    'xn--mnchen-3ya.de',
    'host-1.example',
    '1.2.3.4.example',
    '_sip.example.com',
    'localhost',
    `${'a'.repeat(63)}.example`,
  ])('%s is a hostname', (text) => {
    expect(isHostname(text)).toBe(true);
  });

  it.each([
    '',
    '.',
    '2130706433',
    '10.1',
    '127.0.0.1',
    '127.0.0.1.',
    '0x7f.1',
    '0x7f000001',
    'example.123',
    '::1',
    '-a.example',
    'a-.example',
    'a..example',
    '.example',
    'a b.example',
    'a/b.example',
    'user@example.com',
    'münchen.de',
    'example.com:80',
    'example-',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(124)}example`,
  ])('"%s" is none', (text) => {
    expect(isHostname(text)).toBe(false);
  });
});

describe('resolveHostname', () => {
  it('takes the first A record, though AAAA answers as well', async () => {
    expect(await resolve(Promise.resolve(['203.0.113.2', '203.0.113.1']), Promise.resolve(['2001:db8::1']))).toBe(
      '203.0.113.2',
    );
  });

  it('takes the AAAA record in canonical spelling when there is no A record', async () => {
    expect(await resolve(failing(), Promise.resolve(['2001:DB8:0:0::1']))).toBe('2001:db8::1');
  });

  it('passes over addresses that are not scanned, IPv4-mapped ones included', async () => {
    const mapped = Promise.resolve(['::ffff:127.0.0.1', '::ffff:10.0.0.1', 'fd00::1', '2001:db8::2']);
    expect(await resolve(Promise.resolve(['127.0.0.1', '169.254.169.254', '10.1.2.3']), mapped)).toBe('2001:db8::2');
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '203.0.113.9'])(
    'answers for a name that leads only to %s as for one that does not exist',
    async (address) => {
      const excluding = createAddressPolicy(['203.0.113.0/24'], (each) => each === '203.0.113.9');
      await expect(resolve(Promise.resolve([address]), none, excluding)).rejects.toMatchObject({
        code: 'DNS_RESOLUTION_FAILED',
        details: { hostname: 'web.example' },
      });
    },
  );

  it('fails when neither question has an answer', async () => {
    await expect(resolve(none, failing())).rejects.toMatchObject({
      code: 'DNS_RESOLUTION_FAILED',
      details: { hostname: 'web.example' },
    });
  });

  it('gives up on name servers that never answer, and takes what one question brought', async () => {
    const [silent, half] = await Promise.allSettled([
      resolve(unanswered, unanswered),
      resolve(unanswered, Promise.resolve(['2001:db8::3'])),
    ]);
    expect(silent).toMatchObject({ status: 'rejected', reason: new Problem('DNS_RESOLUTION_FAILED') });
    expect(half).toEqual({ status: 'fulfilled', value: '2001:db8::3' });
  });
});

describe('names of the machine itself', () => {
  const asked: string[] = [];
  const resolver = {
    resolve4: async (name: string) => [name, ...asked.splice(0, 0, name)],
    resolve6: async () => [],
  };
  const operation = { caller: { sandbox: false } } as Operation;

  it.each(['localhost', 'LOCALHOST.', 'web.localhost'])(
    '%s leads to loopback, and no name server is asked',
    async (name) => {
      const allowing = createAddressPolicy(['127.0.0.0/8']);
      expect((await resolveHostname(operation, resolver, allowing, name)).text).toBe('127.0.0.1');
      await expect(resolveHostname(operation, resolver, policy, name)).rejects.toThrow(Problem);
      expect(asked).toEqual([]);
    },
  );
});
