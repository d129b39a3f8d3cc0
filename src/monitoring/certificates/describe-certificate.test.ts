import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TlsFacts } from '../../engines/service-identification/tls/tls-facts.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { describeCertificate } from './describe-certificate.ts';
import type { CertificateEvidence } from './evidence.ts';
import { judgeCertificate } from './judge-certificate.ts';
import { remediateCertificate, tlsPlatforms } from './remediate-certificate.ts';
import { defects } from './testing/defects.ts';
import { endpoint, now, port } from './testing/tls-facts.ts';

function evidenceOf(facts: Partial<TlsFacts>, number = 443): CertificateEvidence {
  return judgeCertificate(port(facts, number), endpoint, now).found[0]!.evidence;
}

const cases: readonly (readonly [title: string, Partial<TlsFacts>])[] = [
  ['The certificate of shop.example.com has expired: 31 May 2026 (port 443)', defects.expired],
  ['The certificate of shop.example.com expires soon: 4 June 2026 (port 443)', defects.expires],
  ['An intermediate certificate of shop.example.com expires soon: 4 June 2026 (port 443)', defects.intermediateExpires],
  ['The certificate of shop.example.com is not valid before 3 June 2026 (port 443)', defects.notYetValid],
  ['The certificate of shop.example.com is for another name (port 443)', defects.otherName],
  ['The certificate of shop.example.com is for another name (port 443)', defects.nameRefused],
  [
    'The certificate of shop.example.com does not come with its intermediate certificates (port 443)',
    defects.incomplete,
  ],
  ['The certificate of shop.example.com comes from a private authority (port 443)', defects.privateAuthority],
  ['The certificate of shop.example.com is self-signed (port 443)', defects.selfSigned],
  [
    'The certificate of shop.example.com comes from an authority that browsers do not trust (port 443)',
    defects.untrustedRoot,
  ],
  ['The certificate of shop.example.com has an invalid chain (port 443)', defects.invalid],
  ['shop.example.com still accepts TLS 1.0 (port 443)', defects.obsolete],
  ['shop.example.com speaks nothing newer than TLS 1.1 (port 443)', defects.outdated],
];

describe('the text of a certificate alert', () => {
  it.each(cases)('%s', (title, facts) => {
    const text = describeCertificate(evidenceOf(facts), endpoint.address, messagesIn('en'));
    expect(text.title).toBe(title);
    expect(text.explanation.split('\n\n').map((paragraph) => paragraph.split(':')[0])).toEqual([
      expect.stringContaining('shop.example.com'),
      'Why it matters',
      'What we saw',
      'What to do',
    ]);
    expect(text.explanation).not.toMatch(/undefined|null|NaN/);
  });

  it('behind STARTTLS speaks of programs, not of visitors, and is checked by STARTTLS', () => {
    const evidence = evidenceOf({ ...defects.expired, startTls: 'imap', http: false }, 143);
    const { explanation } = describeCertificate(evidence, '192.0.2.7', messagesIn('en'));
    expect(explanation).toContain('people who sign in');
    expect(explanation).not.toContain('Browsers');
    const { commands } = remediateCertificate(evidence, '192.0.2.7');
    expect(commands.verify).toContain('-connect 192.0.2.7:143 -starttls imap -servername shop.example.com');
  });

  it('shows the address of a server without a name, and when the validity ends to the minute', () => {
    const evidence = { ...evidenceOf(defects.expired), server_name: null };
    const text = describeCertificate(evidence, '192.0.2.7', messagesIn('en'));
    expect(text.title).toBe('The certificate of 192.0.2.7 has expired: 31 May 2026 (port 443)');
    expect(text.explanation).toContain('was valid until 31 May 2026 at 00:00 UTC');
  });

  it('keeps what the network said within quotation marks and on its line, whatever it said', () => {
    const anything = fc
      .array(fc.oneof(fc.nat(127), fc.nat(0xffff)), { maxLength: 60 })
      .map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(fc.constantFrom(...cases), anything, anything, ([, facts], subject, name) => {
        const evidence = evidenceOf(facts);
        const hostile =
          'certificate' in evidence
            ? { ...evidence, certificate: { ...evidence.certificate, subject, issuer: name, names: [name, subject] } }
            : evidence;
        const { title, explanation } = describeCertificate(hostile, endpoint.address, messagesIn('en'));
        expect([...title].length).toBeLessThanOrEqual(120);
        expect(explanation.replaceAll('\n\n', '')).not.toMatch(/\p{C}/u);
        expect(explanation.split('\n\n').length).toBe(4);
        expect(explanation.match(/“/g)?.length).toBe(explanation.match(/”/g)?.length);
      }),
    );
  });
});

describe('what to do about a certificate', () => {
  it('is the same commands for a cause, whatever the network said, and a shell can read them', () => {
    const scripts = cases.flatMap(([, facts]) =>
      tlsPlatforms.map((platform) => {
        const evidence = evidenceOf(facts);
        const commands = remediateCertificate(evidence, endpoint.address, { platform }).commands;
        const hostile =
          'certificate' in evidence
            ? { ...evidence, certificate: { ...evidence.certificate, subject: '$(reboot)', names: ["';reboot;'"] } }
            : evidence;
        expect(remediateCertificate(hostile, endpoint.address, { platform }).commands).toEqual(commands);
        expect(Object.keys(commands).at(-1)).toBe('verify');
        return Object.values(commands).join('\n');
      }),
    );
    const { status, stderr } = spawnSync('bash', ['-n'], { input: scripts.join('\n'), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    for (const script of scripts) expect(script).toContain('-connect 192.0.2.7:443 -servername shop.example.com');
  });

  it('names neither an address nor a name that is not well-formed', () => {
    const evidence = { ...evidenceOf(defects.expired), server_name: "a.example.com'; reboot" };
    const shownBy = (address: string) => remediateCertificate(evidence, address).commands.see_what_is_shown;
    expect(shownBy('$(reboot)')).toContain('-connect ADDRESS:443 -noservername');
    expect(shownBy('2001:db8::7')).toContain('-connect [2001:db8::7]:443');
    expect(() => remediateCertificate({ ...evidence, port: 70_000 }, '192.0.2.7')).toThrow(RangeError);
  });

  it('is for the server that answered', () => {
    const platformFor = (product: string | null) =>
      remediateCertificate(evidenceOf(defects.expired), '192.0.2.7', { product }).selectedPlatform;
    expect(['nginx', 'openresty', 'Apache httpd', 'Caddy', 'Postfix', null].map(platformFor)).toEqual([
      'nginx',
      'nginx',
      'apache',
      'caddy',
      'generic',
      'generic',
    ]);
  });
});
