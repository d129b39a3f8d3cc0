import { describe, expect, it } from 'vitest';
import { icecream } from './binary-greetings.ts';
import { bgp, dicom } from './peer-requests.ts';
import { recognisers } from './registry.ts';
import { xrootd } from './storage-requests.ts';
import { textRecognisers } from './text-requests.ts';

const target = { address: '192.0.2.7', port: 4242, userAgent: 'test' };
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const marker = 'ff'.repeat(16);

describe('what talks to its like', () => {
  it.each([
    ['greets with OPEN', `${marker} 001d 01 04 fde9 00b4 c0000201 00`],
    ['does not know the neighbour: Cease, connection rejected', `${marker} 0015 03 0605`],
    ['keeps alive', `${marker} 0013 04`],
  ])('a router that %s speaks BGP', (_what, text) => {
    expect(bgp.unasked!(hex(text), target)).toMatchObject({ service: 'bgp' });
  });

  it.each([
    ['rejects', '03 00 00000004 00 01 01 07', undefined],
    ['aborts', '07 00 00000004 00 00 02 02', undefined],
  ])('an archive that %s a stranger speaks DICOM, and is not said to be open', (_what, text, open) => {
    const known = dicom.unasked!(hex(text), target);
    expect(known).toMatchObject({ service: 'dicom' });
    expect(known!.unauthenticated).toBe(open);
  });

  it('an archive that accepts a stranger is open', () => {
    const context = Buffer.concat([hex('10 00 0015'), Buffer.from('1.2.840.10008.3.1.1.1')]);
    const content = Buffer.concat([hex('0001 0000'), Buffer.alloc(64), context]);
    const head = hex('02 00 00000000');
    head.writeUInt32BE(content.length, 2);
    expect(dicom.unasked!(Buffer.concat([head, content]), target)).toMatchObject({ unauthenticated: true });
  });

  it('bytes that merely begin like them are neither', () => {
    for (const text of [marker, `${marker} 0001 05`, '07 00 00000005 00 00 02 02', '03 00 00000013']) {
      expect([bgp.unasked!(hex(text), target), dicom.unasked!(hex(text), target)]).toEqual([null, null]);
    }
  });

  it('Icecream’s scheduler is open once it has agreed on a protocol', () => {
    const known = icecream.unasked!(hex('2b000000'), target)!;
    expect(known).toMatchObject({ service: 'icecream', tentative: true });
    expect(known.unauthenticated).toBeUndefined();
    expect(known.followUp!.read(hex('2b000000'))).toMatchObject({ service: 'icecream', unauthenticated: true });
    expect(known.followUp!.read(hex('2c000000'))).toBeNull();
    expect(icecream.unasked!(hex('01000000'), target)).toBeNull();
  });

  it('a policy server answers what a mail server asks, and is not said to be open: it knows no users', () => {
    const policy = textRecognisers.find(({ service }) => service === 'policy')!;
    const known = policy.unasked!(Buffer.from('action=DUNNO\n\n'), target);
    expect(known).toMatchObject({ service: 'policy' });
    expect(known!.unauthenticated).toBeUndefined();
    expect(policy.unasked!(Buffer.from('action=\n'), target)).toBeNull();
  });

  it.each([
    ['* OK Cyrus IMSP version 1.8 ready\r\n', 'imsp'],
    ['{"Error": {"message": "Not a json encoded string GET / HTTP/1.1"}}\r\n', 'syncplay'],
    ['ceph v2\n\u0010\u0000\u0001\u0000', 'ceph'],
    ['9:NOTFOUND ,', 'socketmap'],
  ])('%j is said by %s', (text, service) => {
    const [known] = recognisers.flatMap((one) => one.unasked?.(Buffer.from(text, 'latin1'), target) ?? []);
    expect(known).toMatchObject({ service });
  });

  it('XRootD is known by its handshake', () => {
    expect(xrootd.probe!.request(target)).toHaveLength(20);
    expect(xrootd.probe!.reply!(hex('00000000 00000008 00000511 00000001'), target)).toMatchObject({
      service: 'xrootd',
    });
    expect(xrootd.probe!.reply!(Buffer.alloc(16), target)).toBeNull();
  });
});
