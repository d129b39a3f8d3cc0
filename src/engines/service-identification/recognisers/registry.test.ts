import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../common/testing/property-runs.ts';
import type { Recognition } from '../recogniser.ts';
import { recognisers } from './registry.ts';

const target = { address: '2001:db8::7', port: 4242, userAgent: 'test' };
const requests = recognisers.flatMap(({ probe }) => (probe ? [probe.request(target)] : []));

/** Follows a recognition through all its further questions, giving each the same bytes. */
function pursue(recognition: Recognition | null | undefined, bytes: Buffer): void {
  for (let round = 0; round < 5 && recognition?.followUp; round++) recognition = recognition.followUp.read(bytes);
}

describe('the registry of recognisers', () => {
  it('no recogniser throws, whatever bytes it is given, and however they are cut', () => {
    const seeds = [...requests, Buffer.from('RFB 003.008\n'), Buffer.from('HTTP/1.1 404 x\r\n\r\n404 page not found')];
    const mutated = fc
      .tuple(fc.constantFrom(...seeds), fc.nat({ max: 120 }), fc.uint8Array({ maxLength: 64 }))
      .map(([seed, cut, rest]) => Buffer.concat([seed.subarray(0, cut), rest]));
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 400 }).map(Buffer.from)), (bytes) => {
        for (const recogniser of recognisers) {
          pursue(recogniser.unasked?.(bytes, target), bytes);
          pursue(recogniser.probe?.reply?.(bytes, target), bytes);
        }
      }),
      { numRuns: propertyRuns(3000) },
    );
  });

  it('a server with one answer to everything is never a service without a password', () => {
    const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>It works</h1>';
    const texts = [
      'OK\r\n',
      '+OK\r\n',
      'ERR\r\n',
      '200 OK\n',
      '0',
      '1',
      '\n',
      '{}',
      '{"status":"ok"}',
      '@',
      'R',
      'AB',
      page,
    ];
    const anything = [
      ...texts.map((text) => Buffer.from(text)),
      Buffer.alloc(64),
      Buffer.alloc(64, 0xff),
      Buffer.alloc(64, 1),
    ];
    const claimed = recognisers.flatMap(({ service, probe }) => {
      if (!probe) return [];
      // What begins with the request itself is known for an echo before anybody reads it.
      const repeated = Buffer.concat([Buffer.from('echo '), probe.request(target)]);
      return [...anything, repeated].flatMap((bytes) => {
        let known = probe.reply?.(bytes, target);
        for (let round = 0; round < 3 && known?.followUp; round++) known = known.followUp.read(bytes) ?? known;
        return known?.unauthenticated === true ? [`${service}: ${bytes.toString('hex', 0, 20)}`] : [];
      });
    });
    expect(claimed).toEqual([]);
  });

  it('every recogniser has a way to recognise', () => {
    for (const { service, probe, unasked } of recognisers)
      expect([service, Boolean(unasked ?? probe?.reply)]).toEqual([service, true]);
  });

  it('no port suggests two protocols', () => {
    const ports = recognisers.flatMap(({ ports }) => ports);
    const tlsPorts = recognisers.flatMap(({ tlsPorts }) => tlsPorts ?? []);
    expect(ports.length).toBe(new Set(ports).size);
    expect(tlsPorts.length).toBe(new Set(tlsPorts).size);
  });

  it('the requests frame themselves as their protocols say', () => {
    const request = (name: string) =>
      recognisers.find(({ service, probe }) => service === name && probe)!.probe!.request(target);
    expect(request('rdp').length).toBe(request('rdp').readUInt16BE(2));
    expect(request('mssql').length).toBe(request('mssql').readUInt16BE(2));
    expect(request('smb').length - 4).toBe(request('smb').readUInt32BE(0));
    expect(request('netbios-ssn').length - 4).toBe(request('netbios-ssn')[3]);
    expect(request('mongodb').length).toBe(request('mongodb').readInt32LE(0));
    expect(request('mongodb').length - 21).toBe(request('mongodb').readInt32LE(21));
    expect(request('ldap').length - 2).toBe(request('ldap')[1]);
    expect(request('mqtt').length - 2).toBe(request('mqtt')[1]);
    expect(request('dns').length - 2).toBe(request('dns').readUInt16BE(0));
    expect(request('rpcbind').length - 4).toBe(request('rpcbind').readUInt32BE(0) - 0x8000_0000);
    expect(request('stun').length - 20).toBe(request('stun').readUInt16BE(2));
    expect(request('fastcgi').length - 8).toBe(request('fastcgi').readUInt16BE(4) + request('fastcgi')[6]!);
    expect(request('ajp').length - 4).toBe(request('ajp').readUInt16BE(2));
    expect(request('zabbix-agent').length - 13).toBe(Number(request('zabbix-agent').readBigUInt64LE(5)));
    expect(
      request('gdbserver')
        .subarray(2, -3)
        .reduce((sum, byte) => sum + byte, 0) % 256,
    ).toBe(0x37);
    expect(request('git').length).toBe(Number.parseInt(request('git').toString('latin1', 0, 4), 16));
    expect(String(request('http'))).toContain('Host: [2001:db8::7]:4242\r\n');
  });
});
