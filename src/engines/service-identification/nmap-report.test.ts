import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNmapReport } from './nmap-report.ts';

const port = (id: number, service: string, state = 'open') =>
  `<port protocol="tcp" portid="${id}"><state state="${state}" reason="syn-ack"/>${service}</port>`;
const report = (...ports: string[]) =>
  `<?xml version="1.0"?><!DOCTYPE nmaprun><nmaprun scanner="nmap"><host><status state="up"/><ports>${ports.join('')}</ports></host></nmaprun>`;
const service = (attributes: string) => `<service ${attributes} method="probed" conf="10"/>`;

describe('a report of nmap -sV', () => {
  it('is read in our names', () => {
    const identities = readNmapReport(
      report(
        port(8443, service('name="http" product="nginx" version="1.22.1" tunnel="ssl"')),
        port(53, service('name="domain" product="ISC BIND" version="9.18" extrainfo="Debian Linux"')),
        port(3389, service('name="ms-wbt-server" product="xrdp"')),
        port(1883, service('name="mosquitto version 2.0.11"')),
        port(4433, service('name="ssl" product="OpenSSL"')),
      ),
    );
    expect(identities.get(8443)).toEqual({
      service: 'https',
      method: 'probed',
      tls: true,
      product: 'nginx',
      version: '1.22.1',
      banner: null,
      certificateNames: [],
      unauthenticated: null,
      operatingSystem: null,
    });
    expect(identities.get(53)).toMatchObject({ service: 'dns', operatingSystem: 'debian' });
    expect(identities.get(3389)).toMatchObject({ service: 'rdp', product: 'xrdp', version: null });
    expect(identities.get(1883)).toMatchObject({ service: 'mqtt' });
    expect(identities.get(4433)).toMatchObject({ service: 'tls', tls: true });
  });

  it('with one port is read like one with many', () => {
    expect([...readNmapReport(report(port(22, service('name="ssh"')))).keys()]).toEqual([22]);
  });

  it('gives no opinion on what nmap did not recognise by an answer', () => {
    const identities = readNmapReport(
      report(
        port(631, '<service name="ipp" method="table" conf="3"/>'),
        port(7, service('name="unknown"')),
        port(9, service('name="tcpwrapped"')),
        port(22, service('name="ssh"'), 'closed'),
        port(25, ''),
      ),
    );
    expect([...identities.keys()]).toEqual([]);
  });

  it('cannot bring in control characters or long texts', () => {
    const text = `a&#27;[31m&#x202e;${'b'.repeat(500)}`;
    const identity = readNmapReport(report(port(22, service(`name="ssh" product="${text}" version="${text}"`)))).get(
      22,
    );
    for (const value of [identity?.product, identity?.version]) {
      expect(value).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(value!.length).toBeLessThanOrEqual(100);
    }
  });

  it('whatever text it is, gives a map or says that it is no XML', () => {
    const pieces = fc.constantFrom(
      '<nmaprun>',
      '<host>',
      '<ports>',
      '<port portid="1" protocol="tcp">',
      '</port>',
      '"',
      '<',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
        try {
          expect(readNmapReport(parts.join(''))).toBeInstanceOf(Map);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
