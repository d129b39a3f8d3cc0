import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../messages/messages.ts';
import { mailtoOf, scriptText } from './script-mail.ts';

const mail = {
  title: 'Redis answers the internet (port 6379/tcp)',
  where: 'shop (192.0.2.7)',
  summary: 'Anybody can connect to it.',
  lead: 'Run it on the server, as root.',
  script: '#!/bin/sh\nset -e # 100 % & more?\n',
};
const read = (href: string) =>
  Object.fromEntries(new URLSearchParams(href.slice('mailto:?'.length).replaceAll('+', '%2B')));

beforeAll(async () => {
  await loadMessages('pages', 'en');
});

describe('the mail to an administrator', () => {
  it('has the alert and the script as they are, and no recipient', () => {
    const { href, isWhole } = mailtoOf(mail);
    expect(isWhole).toBe(true);
    expect(href).toMatch(/^mailto:\?subject=/);
    expect(read(href)).toEqual({ subject: mail.title, body: scriptText(mail).replaceAll('\n', '\r\n') });
  });

  it('leaves a place for a script that is too long for the address of a mail', () => {
    const { href, isWhole } = mailtoOf({ ...mail, script: 'echo done\n'.repeat(400) });
    expect(isWhole).toBe(false);
    expect(href.length).toBeLessThanOrEqual(1_900);
    expect(read(href).body).toMatch(/\(Paste the script here: it has been copied\.\)$/);
  });

  it('names in it add no field to the mail', () => {
    const { href } = mailtoOf({ ...mail, title: 'x&bcc=a@evil.example', where: '&to=b@evil.example' });
    expect(Object.keys(read(href))).toEqual(['subject', 'body']);
  });
});
