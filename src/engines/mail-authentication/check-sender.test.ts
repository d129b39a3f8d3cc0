import { describe, expect, it } from 'vitest';
import { checkSender, type SenderChecks, verdictOf } from './check-sender.ts';

const sender = {
  domain: 'mail.acme.example',
  registrable: 'acme.example',
  sendingDomain: 'host.example',
  selector: 'sm1',
  publicKey: 'MIIBIjANBg',
};
const good = {
  'mail.acme.example': ['v=spf1 include:host.example ~all'],
  'host.example': ['v=spf1 ip4:192.0.2.1 -all'],
  'sm1._domainkey.mail.acme.example': ['v=DKIM1; k=rsa; p=MIIBIjANBg'],
  '_dmarc.acme.example': ['v=DMARC1; p=none'],
};
type Zone = Readonly<Record<string, readonly string[] | 'failure'>>;

function check(more: Zone, of: Partial<typeof sender> = {}): Promise<SenderChecks> {
  const zone: Zone = { ...good, ...more };
  const resolver = {
    async resolveTxt(name: string) {
      const entry = zone[name];
      if (entry === 'failure') throw Object.assign(new Error('no answer'), { code: 'ESERVFAIL' });
      if (entry === undefined) throw Object.assign(new Error('no name'), { code: 'ENOTFOUND' });
      // Long texts come in pieces.
      return entry.map((text) => [text.slice(0, 20), text.slice(20)]);
    },
  };
  return checkSender(resolver, { ...sender, ...of });
}
const spf = (record: string) => ({ 'mail.acme.example': [record] });

describe('the records of a sender', () => {
  it('that are all there prove it', async () => {
    const checks = await check({});
    expect([checks.spf.state, checks.dkim.state, checks.dmarc.state]).toEqual(['present', 'present', 'present']);
    expect(checks.spf.found).toEqual(good['mail.acme.example']);
    expect(verdictOf(checks)).toBe('present');
  });

  it.each([
    ['as it is asked for', 'v=spf1 include:host.example ~all', 'present'],
    ['in capital letters, with a dot', 'V=SPF1 mx INCLUDE:Host.Example. -all', 'present'],
    ['by a redirect', 'v=spf1 redirect=host.example', 'present'],
    ['by what it includes', 'v=spf1 include:chain.example -all', 'present'],
    ['without it', 'v=spf1 mx -all', 'wrong'],
    ['behind all', 'v=spf1 -all include:host.example', 'wrong'],
    ['by a redirect that all makes void', 'v=spf1 redirect=host.example ~all', 'wrong'],
    ['with a qualifier that lets nobody send', 'v=spf1 -include:host.example ~all', 'wrong'],
    ['of a name that only begins so', 'v=spf1 include:host.example.net ~all', 'wrong'],
    ['in a circle', 'v=spf1 include:circle.example ~all', 'wrong'],
    ['after more look-ups than receivers make', `v=spf1 ${'mx '.repeat(10)}include:host.example ~all`, 'wrong'],
    ['of another version', 'v=spf10 include:host.example ~all', 'missing'],
  ])('SPF %s', async (_what, record, state) => {
    const chain = {
      'chain.example': ['v=spf1 include:host.example ?all'],
      'circle.example': ['v=spf1 include:circle.example ~all'],
    };
    expect((await check({ ...chain, ...spf(record) })).spf.state).toBe(state);
  });

  it('SPF is wrong when there are two, or when the sending domain has none itself', async () => {
    const twice = { 'mail.acme.example': ['v=spf1 include:host.example ~all', 'v=spf1 -all'] };
    expect((await check(twice)).spf).toMatchObject({ state: 'wrong', problem: expect.stringContaining('one SPF') });
    expect((await check({ 'host.example': ['something else'] })).spf.problem).toContain('host.example itself');
  });

  it('SPF of the sending domain itself needs no include', async () => {
    expect((await check({}, { domain: 'host.example' })).spf.state).toBe('present');
  });

  it.each([
    ['with blanks in the key', ['v=DKIM1; k=rsa; p=MIIB IjAN Bg'], 'present'],
    ['with another key', ['v=DKIM1; k=rsa; p=MIIBIjANBh'], 'wrong'],
    ['with half of the key', ['v=DKIM1; k=rsa; p=MIIB'], 'wrong'],
    ['that was revoked', ['v=DKIM1; p='], 'wrong'],
    ['twice', ['v=DKIM1; p=MIIBIjANBg', 'v=DKIM1; p=MIIBIjANBg'], 'wrong'],
  ])('DKIM %s', async (_what, records, state) => {
    expect((await check({ 'sm1._domainkey.mail.acme.example': records })).dkim.state).toBe(state);
  });

  it.each([
    ['of the name itself goes before that of the registered one', ['v=DMARC1; p=reject'], 'present'],
    ['without a policy', ['v=DMARC1'], 'wrong'],
    ['twice', ['v=DMARC1; p=none', 'v=DMARC1; p=none'], 'wrong'],
    ['that is none', ['v=DMARC10; p=none'], 'present'],
  ])('DMARC %s', async (_what, records, state) => {
    expect((await check({ '_dmarc.mail.acme.example': records })).dmarc.state).toBe(state);
  });

  it('that are missing, and those that nobody tells of, are told apart', async () => {
    const none = await check({ '_dmarc.acme.example': [] });
    expect([none.dmarc.state, verdictOf(none)]).toEqual(['missing', 'missing']);
    const silent = await check({ 'sm1._domainkey.mail.acme.example': 'failure' });
    expect([silent.dkim.state, verdictOf(silent)]).toEqual(['unknown', 'unknown']);
    const both = await check({ 'sm1._domainkey.mail.acme.example': 'failure', '_dmarc.acme.example': [] });
    expect(verdictOf(both)).toBe('missing');
  });
});
