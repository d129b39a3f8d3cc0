import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificateNames } from './certificate-names.ts';
import { portName } from './port-names.ts';
import { firstPrintableLine } from './printable.ts';

describe('the first printable line', () => {
  it('skips empty lines, shows invalid UTF-8 as U+FFFD and drops control and direction characters', () => {
    expect(firstPrintableLine(Buffer.from('\r\n\0\r\n  one\ttwo\u202e\u0007 \r\nthree'), 200)).toBe('one two');
    expect(firstPrintableLine(Buffer.from([0x61, 0xff, 0x62]), 200)).toBe('a\ufffdb');
    expect(firstPrintableLine(Buffer.from([0, 1, 2]), 200)).toBeNull();
  });

  it('is never longer than asked, never holds control characters, whatever comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.integer({ min: 1, max: 200 }), (bytes, maxLength) => {
        const line = firstPrintableLine(Buffer.from(bytes), maxLength);
        expect([...(line ?? 'x')].length).toBeLessThanOrEqual(maxLength);
        expect(line ?? '').not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('certificate names', () => {
  it('come common name first, then alternative names, once each, at most ten', () => {
    const alternatives = Array.from({ length: 12 }, (_, index) => `DNS:n${index}.example.com`).join(', ');
    const names = certificateNames({
      subject: { CN: 'shop.example.com' },
      subjectaltname: `DNS:shop.example.com, IP Address:192.0.2.7, email:a@example.com, ${alternatives}`,
    } as never);
    expect(names.slice(0, 3)).toEqual(['shop.example.com', '192.0.2.7', 'n0.example.com']);
    expect(names.length).toBe(10);
  });

  it('cannot be forged by a comma inside a name', () => {
    expect(certificateNames({ subjectaltname: 'DNS:"a.example, DNS:b.example", DNS:c.example' })).toEqual([
      'a.example, DNS:b.example',
      'c.example',
    ]);
  });

  it('may be missing altogether', () => {
    expect(certificateNames({})).toEqual([]);
  });
});

describe('the name of a port number', () => {
  it.for([
    ['tcp', 80, 'http'],
    ['tcp', 445, 'smb'],
    ['tcp', 3389, 'rdp'],
    ['tcp', 53, 'dns'],
    ['tcp', 5900, 'vnc'],
    ['tcp', 11211, 'memcached'],
    ['tcp', 9200, 'elasticsearch'],
    ['tcp', 2083, 'cpanel'],
    ['udp', 161, 'snmp'],
    ['udp', 623, 'ipmi'],
    ['tcp', 4, null],
    ['tcp', 0, null],
  ] as const)('%s %i is %s', ([protocol, port, name]) => {
    expect(portName(protocol, port)).toBe(name);
  });
});
