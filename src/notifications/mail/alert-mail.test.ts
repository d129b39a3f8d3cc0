import { describe, expect, it } from 'vitest';
import { legibleAccent } from '../../identity/branding/legible-accent.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { alertMail, type NewsItem } from './alert-mail.ts';
import type { MailPortal } from './mail-frame.ts';

const portal: MailPortal = {
  name: 'Acme Hosting',
  productName: null,
  accent: legibleAccent('#ffee00'),
  supportUrl: null,
  supportEmail: null,
  hasCustomerArea: false,
  linkTo: (path) => `https://portal.example.com${path}`,
  legal: [],
  logo: null,
  url: 'https://portal.example.com',
  t: messagesIn('en'),
};
const unsubscribeUrl = 'https://portal.example.com/mail/unsubscribe?token=t';

function news(count: number, more: Partial<NewsItem> = {}): NewsItem[] {
  return Array.from({ length: count }, (_, index) => ({
    subject: 'endpoint',
    words: 'ports',
    id: `id-${index}`,
    severity: 'high',
    title: `Thing ${index} is reachable from the internet`,
    where: 'shop.example.org',
    ...more,
  }));
}

const subjectOf = (items: readonly NewsItem[]) => alertMail(portal, items, unsubscribeUrl).subject;

describe('the mail about new alerts', () => {
  it('of one alert says in its subject what and where', () => {
    expect(subjectOf(news(1))).toBe('High: Thing 0 is reachable from the internet, shop.example.org');
  });

  it('of several says in its subject how many there are and how many are as severe as the worst', () => {
    expect(subjectOf([...news(2, { severity: 'critical' }), ...news(3)])).toBe(
      '5 new security alerts, 2 of them critical',
    );
    expect(subjectOf(news(3))).toBe('3 new security alerts, all of them high');
  });

  it.each([
    [24, 24, null],
    [25, 25, null],
    [26, 25, 'There is 1 more in the portal.'],
    [400, 25, 'There are 375 more in the portal.'],
  ])('of %i alerts names %i', (count, named, rest) => {
    const { text, html } = alertMail(portal, news(count), unsubscribeUrl);
    for (const body of [text, html]) expect(body.match(/Thing \d+ is reachable/g)).toHaveLength(named);
    expect(/There (is|are) .* in the portal\./.exec(text)?.[0] ?? null).toBe(rest);
  });

  it('counts ports and leaks apart, and leads to each in its place', () => {
    const { text } = alertMail(portal, [...news(1), ...news(2, { subject: 'domain', words: 'leaks' })], unsubscribeUrl);
    expect(text).toContain('New: 1 open port on your servers and 2 leaks about your domains');
    expect(text).toContain('https://portal.example.com/alerts/id-0');
    expect(text).toContain('https://portal.example.com/leaks/id-1');
  });

  it('has the lines it is made of, whatever old names carry', () => {
    const forged = 'web\n\n[Critical] Forged\r\n  What to do: https://evil.example\u2028\u001b[31m\u202e';
    const lines = alertMail(portal, news(1), unsubscribeUrl).text.split('\n').length;
    const named = { ...portal, name: `Acme${forged}` };
    const mail = alertMail(named, news(1, { title: forged, where: forged }), unsubscribeUrl);
    expect(mail.text.split('\n')).toHaveLength(lines);
    for (const part of [mail.subject, mail.text.replaceAll('\n', ''), mail.html.replaceAll('\n', '')])
      expect(part).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(mail.text).not.toMatch(/^\[Critical\]/m);
  });

  it('of one alert says why and what to do, has one button, to the fix, and a way for a port that is meant to be open', () => {
    const [one] = news(1, {
      severity: 'critical',
      why: 'Anybody can read the data.',
      what: 'Set “bind 127.0.0.1” and restart it.',
      canBeAllowed: true,
    });
    const { text, html } = alertMail(portal, [one!], unsubscribeUrl);
    for (const body of [text, html])
      for (const said of ['Critical', 'Anybody can read the data.', 'Set “bind 127.0.0.1” and restart it.'])
        expect(body).toContain(said);
    expect(text).toContain('See how to fix it: https://portal.example.com/alerts/id-0');
    expect(text).toContain('It is meant to be open: https://portal.example.com/alerts/id-0?allow');
    expect(html.match(/class="accent-edge" bgcolor="[^"]*" style="border:1px solid/g), 'buttons').toHaveLength(1);
    expect(html).toContain('#b3142b');
  });

  it('tells the same on many servers once, with the way to the first of them', () => {
    const alike = news(32, { title: 'Redis answers without a password' }).map((entry, index) => ({
      ...entry,
      where: `web-${index}.example.org`,
    }));
    const { text, html } = alertMail(portal, alike, unsubscribeUrl, (id) => `https://portal.example.com/open/${id}`);
    for (const body of [text, html]) {
      expect(body.match(/Redis answers without a password/g)).toHaveLength(1);
      expect(body).toContain('32 servers: ');
      expect(body.match(/web-\d+\.example\.org/g)).toHaveLength(5);
      expect(body).toContain('and 27 more');
      expect(body).toContain('https://portal.example.com/open/id-4');
    }
  });

  it('is never clipped by Gmail, which shows 102 kB, whatever it tells', () => {
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);
    const items = news(400, { why: long, what: long, note: long, where: long, canBeAllowed: true }).map(
      (entry, index) => ({ ...entry, title: `${long.slice(0, 110)} ${index % 30}` }),
    );
    const { html } = alertMail(portal, items, unsubscribeUrl, (id) => `https://portal.example.com/open/${id}${long}`);
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  });

  it('has colours for dark ground, and draws every ground by a cell that Outlook draws, too', () => {
    const { html } = alertMail(portal, news(2), unsubscribeUrl);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    for (const [tag] of html.matchAll(/<(?!body)\w+ [^>]*style="[^"]*background:[^>]*>/g))
      expect(tag).toMatch(/^<(td|table) .*bgcolor="#[0-9a-f]{6}"/);
  });

  it('is legible in whatever colour the partner has', () => {
    const { html } = alertMail(portal, news(1), unsubscribeUrl);
    // On dark ground it is as it is.
    const onLight = html.replace(/<style>.*<\/style>/s, '');
    expect(onLight, 'text in a colour that nobody reads').not.toMatch(/[";]color:#ffee00/);
    // What is filled with it has text that reads, and an edge that shows where it ends.
    expect(onLight).toMatch(
      /bgcolor="#ffee00" style="border:1px solid #(?!ffee00)[0-9a-f]{6};.*?><a [^>]*;color:#000000;/,
    );
  });

  it('whatever is in its texts, none of it is markup', () => {
    const hostile = '"><script>alert(1)</script><a href="https://evil.example">';
    const { html } = alertMail(
      { ...portal, name: hostile },
      news(1, { title: hostile, where: hostile }),
      unsubscribeUrl,
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain('href="https://evil');
  });

  it('both of its forms have the way to unsubscribe', () => {
    const { text, html } = alertMail(portal, news(1), unsubscribeUrl);
    for (const body of [text, html]) expect(body).toContain(unsubscribeUrl);
  });
});
