import { riskRows } from '../risk-row.ts';

const publicService = 'Being reachable is its purpose, so this is a note and no alarm.';

/** A web server of which nobody knows what it is for. */
export const [unknownWebRow] = riskRows([
  {
    id: 'unknown-web',
    services: [],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'an unknown web application',
    why: 'A page, or an interface for programs, answers here, and we do not know what it is. It may be a console, a device or a test that lets strangers do what only you should do.',
    advice:
      'Open the address in a browser: the title and what the page shows tell what it is. If strangers should not reach it, let it listen on 127.0.0.1 only, or let only your own addresses through the firewall. If it is meant to be public, allow the port.',
    guarded: {
      severity: 'medium',
      why: 'It asks for a login, and we do not know what lies behind: a console, a device or private pages. Strangers can try passwords on it and look for flaws in it.',
    },
  },
]);

/** Services that are usually public on purpose. */
export const mailAndWebRows = riskRows([
  {
    services: ['http', 'http-alt', 'www', 'www-http'],
    tcp: [80, 8080],
    severity: 'low',
    sources: ['shadowserver'],
    thing: 'a web server (unencrypted)',
    why: `${publicService} What it sends and receives is not encrypted, so people along the way can read and change it. Check that it shows what you want the public to see, and no test page or login page for administrators.`,
    advice:
      'Keep it if it is your website and let it redirect to HTTPS, the encrypted form. If you did not know about it, find out which program it is and close the port.',
    guarded: {
      why: 'What it serves is behind a login: a console, a device or private pages. Strangers can try passwords on it, and nothing is encrypted, so people along the way can read those of whoever logs in.',
      advice:
        'Offer it over HTTPS, the encrypted form, only, and let only your own addresses in where you can. If you did not know about it, find out which program it is and close the port.',
    },
  },
  {
    services: ['https'],
    tcp: [443],
    severity: 'low',
    sources: ['shadowserver'],
    thing: 'a web server (encrypted)',
    why: `${publicService} Strangers will still look for flaws in the shop or website software that runs on it.`,
    advice:
      'Keep it if it is your website, and keep the software behind it up to date. If you did not know about it, find out which program it is and close the port.',
    guarded: {
      why: 'What it serves is behind a login: a console, a device or private pages. Strangers can try passwords on it and look for flaws in the software that runs on it.',
      advice:
        'Let only your own addresses in where you can, give it a long password, and keep the software behind it up to date. If you did not know about it, find out which program it is and close the port.',
    },
  },
  {
    services: ['quic', 'http3', 'https'],
    udp: [443],
    severity: 'low',
    sources: ['shadowserver'],
    thing: 'a web server (HTTP/3)',
    why: `${publicService} HTTP/3 is the newest, always encrypted way in which browsers fetch pages.`,
    advice:
      'Keep it if your website offers HTTP/3. If you did not know about it, switch HTTP/3 (QUIC) off in the web server.',
  },
  {
    services: ['smtp', 'submission'],
    tcp: [25, 587],
    severity: 'low',
    sources: ['shadowserver', 'judgement'],
    thing: 'a mail server (SMTP)',
    why: `${publicService} Mail reaches you, or leaves you, through it. Strangers will try to send spam through it and to guess the passwords of mailboxes.`,
    advice:
      'Keep it if this server handles mail. Make sure that it accepts mail for others only after a login, and keep it up to date. If the server should not handle mail, stop the mail program.',
  },
  {
    services: ['smtps', 'submissions'],
    tcp: [465],
    severity: 'low',
    sources: ['judgement'],
    thing: 'a mail server (encrypted SMTP)',
    why: `${publicService} People hand in the mail they send here, over an encrypted connection. Strangers may try passwords.`,
    advice: 'Keep it if this server handles mail, ask for long passwords, and block addresses that try too many.',
  },
  {
    services: ['pop3'],
    tcp: [110],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a mailbox login without encryption (POP3)',
    why: 'People fetch their mail here. Unless their program insists on encryption, name and password travel as readable text, and whoever reads along, for example in a café’s network, has the mailbox and can reset other passwords from it.',
    advice:
      'Offer the encrypted port 995 and close 110, or let the mail server refuse logins without encryption (in Dovecot: “disable_plaintext_auth = yes”, from version 2.4 on “auth_allow_cleartext = no”).',
  },
  {
    services: ['imap'],
    tcp: [143],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a mailbox login without encryption (IMAP)',
    why: 'People read their mail here. Unless their program insists on encryption, name and password travel as readable text, and whoever reads along, for example in a café’s network, has the mailbox and can reset other passwords from it.',
    advice:
      'Offer the encrypted port 993 and close 143, or let the mail server refuse logins without encryption (in Dovecot: “disable_plaintext_auth = yes”, from version 2.4 on “auth_allow_cleartext = no”).',
  },
  {
    services: ['imaps', 'pop3s'],
    tcp: [993, 995],
    severity: 'low',
    sources: ['judgement'],
    thing: 'an encrypted mailbox login (IMAP or POP3)',
    why: `${publicService} People read their mail here over an encrypted connection. Strangers may try passwords.`,
    advice: 'Keep it if this server handles mail, ask for long passwords, and block addresses that try too many.',
  },
  {
    services: ['ipsec', 'isakmp', 'ipsec-nat-t'],
    udp: [500, 4500],
    severity: 'low',
    sources: ['shadowserver', 'judgement'],
    thing: 'a VPN entrance (IPsec)',
    why: 'A VPN is an encrypted private connection into your network, and its entrance has to be reachable. Flaws in VPN devices are used for break-ins soon after they become known.',
    advice: 'Keep it if you use this VPN and install the maker’s updates quickly. Otherwise switch it off.',
  },
  {
    services: ['wireguard'],
    udp: [51820],
    severity: 'low',
    sources: ['judgement'],
    thing: 'a VPN entrance (WireGuard)',
    why: 'A VPN is an encrypted private connection into your network, and its entrance has to be reachable. WireGuard answers only those who hold a key.',
    advice: 'Keep it if you use this VPN, and remove the keys of people and devices that no longer need it.',
  },
  {
    services: ['openvpn'],
    tcp: [1194],
    udp: [1194],
    severity: 'low',
    sources: ['judgement'],
    thing: 'a VPN entrance (OpenVPN)',
    why: 'A VPN is an encrypted private connection into your network, and its entrance has to be reachable. Strangers may try stolen passwords on it.',
    advice: 'Keep it if you use this VPN, require a certificate in addition to the password, and keep it up to date.',
  },
]);
