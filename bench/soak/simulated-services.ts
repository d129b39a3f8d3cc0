import type { ServiceIdentifier } from '../../src/engines/service-identification/service-identifier.ts';
import {
  type IdentifiedService,
  type ServiceIdentity,
  saidNothing,
} from '../../src/engines/service-identification/service-identity.ts';

const said: ServiceIdentity = {
  service: 'unknown',
  method: 'probed',
  ...saidNothing,
};
const inTls = { tls: true, certificateNames: ['shop.example.com', 'www.example.com'] };
const site = {
  product: 'nginx',
  version: '1.26.3',
  banner: 'HTTP/1.1 200 OK, title: Our shop',
  title: 'Our shop',
  purpose: 'website',
  stated: { server: 'nginx/1.26.3', 'x-powered-by': 'PHP/8.3.6' },
} as const;
const mail = { product: 'Dovecot', operatingSystem: 'debian' };

/** Ten open ports of a usual server, and what it said there. */
export const services: ReadonlyMap<number, ServiceIdentity> = new Map<number, ServiceIdentity>([
  [
    22,
    {
      ...said,
      service: 'ssh',
      product: 'OpenSSH',
      version: '9.6p1',
      banner: 'SSH-2.0-OpenSSH_9.6p1 Debian-5',
      operatingSystem: 'debian',
    },
  ],
  [25, { ...said, service: 'smtp', product: 'Postfix', banner: '220 mail.example.com ESMTP Postfix' }],
  [80, { ...said, ...site, service: 'http' }],
  [110, { ...said, ...mail, service: 'pop3', banner: '+OK Dovecot (Debian) ready.' }],
  [143, { ...said, ...mail, service: 'imap', banner: '* OK [CAPABILITY IMAP4rev1] Dovecot (Debian) ready.' }],
  [443, { ...said, ...site, ...inTls, service: 'https' }],
  [465, { ...said, ...inTls, service: 'smtps', product: 'Postfix', banner: '220 mail.example.com ESMTP Postfix' }],
  [993, { ...said, ...mail, ...inTls, service: 'imaps', banner: '* OK Dovecot (Debian) ready.' }],
  [995, { ...said, ...mail, ...inTls, service: 'pop3s', banner: '+OK Dovecot (Debian) ready.' }],
  [3306, { ...said, service: 'mysql', product: 'MariaDB', version: '10.11.6', banner: 'MariaDB 10.11.6' }],
]);

export function serviceOn(port: number): ServiceIdentity | undefined {
  return services.get(port);
}

/** Knows what the simulated servers would say, and asks nobody. */
export const simulatedIdentifier: ServiceIdentifier = {
  async identify({ port }): Promise<IdentifiedService> {
    return { ...serviceOn(port)!, tlsFacts: null };
  },
  async close() {},
};
