import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severities } from '../../common/severity.ts';
import type { NamedTls, TlsFacts } from '../../engines/service-identification/tls/tls-facts.ts';
import { certificateCauses, certificateEvidence } from './evidence.ts';
import { certificateKey, type JudgedPort, judgeCertificate } from './judge-certificate.ts';
import { certificate, day, endpoint, now, port, tlsFacts } from './testing/tls-facts.ts';

const all = (number = 443) => certificateCauses.map((cause) => certificateKey(number, cause));

/** Key and severity of what is found, in short. */
function found(judged: JudgedPort, at = now, whose = endpoint): string[] {
  return judgeCertificate(judged, whose, at).found.map(({ key, severity }) => `${key} ${severity}`);
}

describe('a certificate', () => {
  it('with nothing wrong clears every cause', () => {
    expect(judgeCertificate(port(), endpoint, now)).toEqual({ found: [], cleared: all() });
  });

  it.each([
    [31, []],
    [30, ['tcp/443 expiry low']],
    [14, ['tcp/443 expiry low']],
    [7, ['tcp/443 expiry medium']],
    [1, ['tcp/443 expiry high']],
    [0, ['tcp/443 expiry high']],
    [-400, ['tcp/443 expiry high']],
  ])('that ends in %d days is one alert, the more urgent the nearer', (endsIn, expected) => {
    expect(found(port({ chain: [certificate(endsIn - 365, endsIn)] }))).toEqual(expected);
  });

  it.each([
    ['90 days', 90, 29, []],
    ['90 days', 90, 22, ['tcp/443 expiry low']],
    ['45 days', 45, 14, []],
    ['45 days', 45, 11, ['tcp/443 expiry low']],
    ['6 days', 6, 5, []],
    ['6 days', 6, 1.4, ['tcp/443 expiry medium']],
  ])('of %s that renews itself in time is never an alert', (_text, lifetime, endsIn, expected) => {
    expect(found(port({ chain: [certificate(endsIn - lifetime, endsIn)] }))).toEqual(expected);
  });

  it('that has not begun is that, and not one that ends soon', () => {
    expect(found(port({ chain: [certificate(2, 3)] }))).toEqual(['tcp/443 not_yet_valid high']);
  });

  it('ends with the intermediate that ends first, and names it', () => {
    const chain = [certificate(-100, 265), certificate(-900, -1, { subject: 'CN=Intermediate' })];
    const [finding] = judgeCertificate(port({ chain }), endpoint, now).found;
    expect(finding).toMatchObject({ severity: 'high', evidence: { stage: 0, intermediate: 'CN=Intermediate' } });
    expect(found(port({ chain, pathLength: 1 }))).toEqual([]);
  });

  it('that nobody trusts is untidy when it ends, not urgent', () => {
    const ended = { chain: [certificate(-400, -1)], trust: 'self_signed' as const };
    expect(found(port(ended))).toEqual(['tcp/443 expiry low', 'tcp/443 chain medium']);
  });

  it('for another name matters most where the public goes', () => {
    expect(found(port({ nameMatches: false }))).toEqual(['tcp/443 name medium']);
    expect(found(port({ nameMatches: false }, 8443))).toEqual(['tcp/8443 name low']);
    expect(found(port({ nameMatches: false, http: false }, 993))).toEqual(['tcp/993 name low']);
  });

  it('that nobody trusts has one thing wrong, not a wrong name too', () => {
    for (const trust of ['self_signed', 'untrusted_root', 'invalid'] as const)
      expect(found(port({ trust, nameMatches: false }))).toEqual(['tcp/443 chain medium']);
  });

  it('of an endpoint without a name is wrong only when it is for nothing but other addresses', () => {
    const nameless = { address: '192.0.2.7', hostname: '192.0.2.7' };
    const names = { serverName: null, nameMatches: null };
    expect(found(port(names), now, nameless)).toEqual([]);
    expect(found(port({ ...names, dnsNames: [] }), now, nameless)).toEqual([]);
    const addresses = { ...names, dnsNames: [], ipAddresses: ['192.0.2.8'] };
    expect(found(port(addresses), now, nameless)).toEqual(['tcp/443 name medium']);
    expect(found(port({ ...addresses, addressMatches: true }), now, nameless)).toEqual([]);
  });

  it('cannot be for a name that only a private network knows', () => {
    const whose = { ...endpoint, hostname: 'srv12.localdomain' };
    expect(found(port({ serverName: 'srv12.localdomain', nameMatches: false }), now, whose)).toEqual([]);
  });

  it.each([
    ['self_signed', 443, true, ['tcp/443 chain medium']],
    ['incomplete', 443, true, ['tcp/443 chain medium']],
    ['private_authority', 443, true, ['tcp/443 chain medium']],
    ['untrusted_root', 443, true, ['tcp/443 chain medium']],
    ['invalid', 443, true, ['tcp/443 chain medium']],
    ['self_signed', 8443, true, ['tcp/8443 chain low']],
    ['self_signed', 465, false, []],
    ['incomplete', 5432, false, []],
  ] as const)('with a chain that is %s on port %d, HTTP inside: %s', (trust, number, http, expected) => {
    expect(found(port({ trust, http }, number))).toEqual(expected);
  });
});

describe('the certificate that a server shows by another name of the customer', () => {
  const shown = (rest: Partial<NamedTls>): NamedTls => ({
    ...{ chain: [certificate(-400, -1, { sha256: 'cd'.repeat(32) })], pathLength: 1, trust: 'complete' },
    ...{ dnsNames: ['shop.example.org'], ipAddresses: [], nameMatches: true, ...rest },
  });
  const named = (other: NamedTls | null) => port({ otherNames: { 'shop.example.org': other } });

  it('is judged by that name, beside that of the server', () => {
    expect(found(named(shown({})))).toEqual(['tcp/443 expiry shop.example.org high']);
    const untrusted = shown({ chain: [certificate(-100, 265, { sha256: 'cd'.repeat(32) })], trust: 'self_signed' });
    expect(found(named(untrusted))).toEqual(['tcp/443 chain shop.example.org medium']);
    const evidence = judgeCertificate(named(shown({})), endpoint, now).found[0]!.evidence;
    expect(evidence).toMatchObject({ cause: 'expiry', server_name: 'shop.example.org' });
  });

  it('is nothing to tell where it is not for that name, or is what everybody is shown', () => {
    expect(found(named(shown({ nameMatches: false })))).toEqual([]);
    const { chain } = tlsFacts({ chain: [certificate(-400, -1)] });
    const facts = { ...tlsFacts({ chain }), otherNames: { 'shop.example.org': shown({ chain }) } };
    expect(found({ port: 443, method: 'probed', tls: true, tlsFacts: facts })).toEqual(['tcp/443 expiry high']);
  });

  it('ends when it is renewed, and not where no handshake came about', () => {
    const renewed = shown({ chain: [certificate(-1, 364, { sha256: 'ef'.repeat(32) })] });
    expect(judgeCertificate(named(renewed), endpoint, now).cleared).toContain('tcp/443 expiry shop.example.org');
    expect(judgeCertificate(named(null), endpoint, now).cleared).not.toContain('tcp/443 expiry shop.example.org');
  });
});

describe('a certificate behind STARTTLS', () => {
  const mail = { startTls: 'smtp', http: false } as const;
  const behind = (number: number, rest: Partial<TlsFacts>) =>
    found({ ...port({ ...mail, ...rest }, number), tls: false });

  it.each([21, 110, 143, 587, 5_222])('is judged by the rules of TLS ports on %d', (number) => {
    expect(behind(number, { chain: [certificate(-400, -1)] })).toEqual([`tcp/${number} expiry high`]);
    expect(behind(number, { chain: [certificate(-360, 5)] })).toEqual([`tcp/${number} expiry medium`]);
    expect(behind(number, { chain: [certificate(2, 90)] })).toEqual([`tcp/${number} not_yet_valid high`]);
    expect(behind(number, { nameMatches: false })).toEqual([`tcp/${number} name low`]);
    expect(behind(number, { trust: 'self_signed' })).toEqual([]);
    expect(behind(number, { protocol: 'TLSv1' })).toEqual([`tcp/${number} protocol medium`]);
  });

  it('is a note on 25, and only where no client at all could accept it', () => {
    expect(behind(25, { chain: [certificate(-400, -1)] })).toEqual(['tcp/25 expiry low']);
    expect(behind(25, { chain: [certificate(2, 90)] })).toEqual(['tcp/25 not_yet_valid low']);
    for (const fine of [{ chain: [certificate(-360, 5)] }, { nameMatches: false }, { protocol: 'TLSv1' } as const])
      expect(behind(25, fine)).toEqual([]);
  });

  it('is not judged where no handshake came about, and gone where TLS is not offered', () => {
    const failed = { ...port({ ...mail, chain: [], protocol: null, obsoleteProtocol: null }, 587), tls: false };
    expect(judgeCertificate(failed, endpoint, now)).toEqual({ found: [], cleared: [] });
    const without = { ...failed, tlsFacts: null };
    expect(judgeCertificate(without, endpoint, now).cleared).toContain('tcp/587 expiry');
  });
});

describe('TLS', () => {
  it.each([
    [{ obsoleteProtocol: 'TLSv1.1' }, ['tcp/443 protocol low']],
    [{ obsoleteProtocol: 'SSLv3' }, ['tcp/443 protocol low']],
    [{ protocol: 'TLSv1', obsoleteProtocol: 'TLSv1' }, ['tcp/443 protocol medium']],
    [{ protocol: 'TLSv1.2' }, []],
  ] as const)('with %j', (versions, expected) => {
    expect(found(port(versions))).toEqual(expected);
  });
});

describe('what was not seen is not judged', () => {
  it.each([
    [
      'no TLS this time, the port known by its number alone',
      { port: 443, method: 'port_number', tls: false, tlsFacts: null },
      [],
    ],
    ['another service in the clear', { port: 443, method: 'probed', tls: false, tlsFacts: null }, all()],
    ['a failed handshake', port({ chain: [], trust: null, protocol: null, obsoleteProtocol: null }), []],
    ['no answer to the old hello', port({ obsoleteProtocol: null }), all().slice(0, 4)],
    [
      'nothing inside TLS, and no chain that would do for anything',
      port({ http: null, trust: 'self_signed', nameMatches: false }),
      [...all().slice(0, 3), all()[4]],
    ],
    [
      'nothing inside TLS, and another name',
      port({ http: null, nameMatches: false }),
      all().filter((key) => !key.endsWith('name')),
    ],
    [
      'an endpoint that was renamed meanwhile',
      port({ serverName: 'old.example.com' }),
      all().filter((key) => !key.endsWith('name')),
    ],
    ['dates that cannot be read', port({ chain: [certificate(-1, 1, { notAfter: null })] }), all().slice(2)],
  ] as const)('%s', (_text, judged, cleared) => {
    expect(judgeCertificate(judged, endpoint, now)).toEqual({ found: [], cleared });
  });
});

describe('whatever a server shows', () => {
  const anyFacts: fc.Arbitrary<TlsFacts> = fc
    .record({
      chain: fc.array(
        fc
          .tuple(fc.integer({ min: -3000, max: 300 }), fc.integer({ min: -300, max: 3000 }))
          .map(([beginsIn, endsIn]) => certificate(beginsIn, endsIn)),
        { maxLength: 3 },
      ),
      http: fc.constantFrom(true, false, null),
      trust: fc.constantFrom('complete', 'incomplete', 'private_authority', 'self_signed', 'untrusted_root', 'invalid'),
      protocol: fc.constantFrom('TLSv1', 'TLSv1.2', 'TLSv1.3', null),
      obsoleteProtocol: fc.constantFrom('TLSv1', 'none', null),
      nameMatches: fc.boolean(),
      serverNameRefused: fc.boolean(),
    })
    .map((facts) => tlsFacts({ ...facts, trust: facts.chain.length === 0 ? null : facts.trust }));
  const anyPort = fc.constantFrom(443, 993, 8443);

  it('a cause is found or cleared or neither, never both, and its evidence is well-formed', () => {
    fc.assert(
      fc.property(anyFacts, anyPort, (facts, number) => {
        const { found: findings, cleared } = judgeCertificate(port(facts, number), endpoint, now);
        const keys = [...findings.map(({ key }) => key), ...cleared];
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.filter((key) => !all(number).includes(key))).toEqual([]);
        for (const { key, evidence } of findings) {
          expect(certificateEvidence.parse(evidence)).toEqual(evidence);
          expect(key).toBe(certificateKey(number, evidence.cause));
        }
      }),
    );
  });

  it('expiry never becomes less urgent as time goes on, and never ends by itself', () => {
    const times = fc.tuple(fc.integer({ min: -400 * 24, max: 400 * 24 }), fc.nat(100 * 24));
    fc.assert(
      fc.property(anyFacts, anyPort, times, (facts, number, [hours, moreHours]) => {
        const urgency = (afterHours: number) => {
          const at = new Date(now.getTime() + (afterHours * day) / 24);
          const { found: findings } = judgeCertificate(port(facts, number), endpoint, at);
          const expiry = findings.find(({ key }) => key === certificateKey(number, 'expiry'));
          return expiry ? severities.indexOf(expiry.severity) : -1;
        };
        expect(urgency(hours + moreHours)).toBeGreaterThanOrEqual(urgency(hours));
      }),
    );
  });

  it('renewing it clears what was wrong with its dates, name and chain, whatever that was', () => {
    fc.assert(
      fc.property(anyFacts, anyPort, (facts, number) => {
        const renewed = { ...facts, chain: [certificate(-1, 89)], pathLength: 1 };
        const { found: findings, cleared } = judgeCertificate(
          port({ ...renewed, trust: 'complete', nameMatches: true, serverNameRefused: false }, number),
          endpoint,
          now,
        );
        expect(findings.filter(({ evidence }) => evidence.cause !== 'protocol')).toEqual([]);
        expect(cleared).toEqual(expect.arrayContaining(all(number).slice(0, 4)));
      }),
    );
  });

  it('the same facts say the same until a stage is reached: evidence is no news by itself', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const said = (at: Date) => JSON.stringify(judgeCertificate(port(facts), endpoint, at));
        const stages = (at: Date) =>
          judgeCertificate(port(facts), endpoint, at).found.map(
            ({ evidence }) => 'stage' in evidence && evidence.stage,
          );
        const later = new Date(now.getTime() + day / 3);
        fc.pre(JSON.stringify(stages(now)) === JSON.stringify(stages(later)));
        expect(said(later)).toBe(said(now));
      }),
    );
  });
});
