/** Names that protocols go by inside TLS; the others keep theirs. */
export const namesInTls: Readonly<Record<string, string | undefined>> = {
  amqp: 'amqps',
  ftp: 'ftps',
  http: 'https',
  imap: 'imaps',
  irc: 'ircs',
  ldap: 'ldaps',
  mqtt: 'mqtts',
  nntp: 'nntps',
  pop3: 'pop3s',
  sip: 'sips',
  smtp: 'smtps',
  telnet: 'telnets',
};
