import fc from 'fast-check';
import { port, portRange, prefixes } from './ruleset-parts.ts';

const ufwPorts = fc.oneof(
  fc.tuple(port, fc.constantFrom('', '/tcp', '/udp')).map(([number, protocol]) => `${number}${protocol}`),
  fc.tuple(portRange, fc.constantFrom('/tcp', '/udp')).map(([range, protocol]) => `${range}${protocol}`),
  fc
    .tuple(fc.uniqueArray(port, { minLength: 2, maxLength: 3 }), fc.constantFrom('/tcp', '/udp'))
    .map(([ports, protocol]) => `${ports.join(',')}${protocol}`),
);

/** Arguments of one `ufw` command that changes the ruleset by a step. */
export const ufwCommand: fc.Arbitrary<string[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('allow', 'allow', 'deny', 'reject', 'limit'), ufwPorts)
      .map(([action, ports]) => [action, ports]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('allow', 'deny', 'reject'),
        fc.constantFrom(...prefixes.ipv4, ...prefixes.ipv6, 'any'),
        fc.constantFrom('tcp', 'udp'),
        port,
      )
      .map(([action, from, protocol, number]) => [
        action,
        'from',
        from,
        'to',
        'any',
        'port',
        `${number}`,
        'proto',
        protocol,
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('192.0.2.0/24', '198.51.100.7', '2001:db8:2::/48').map((from) => ['deny', 'from', from]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Telnet', 'WWW Full', 'DNS', 'Kerberos Full').map((profile) => ['allow', profile]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('allow', 'deny'), port)
      .map(([action, number]) => ['insert', '1', action, `${number}/tcp`]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('docker0', 'wg0'), port)
      .map(([name, number]) => ['allow', 'in', 'on', name, 'to', 'any', 'port', `${number}`, 'proto', 'tcp']),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 8 }).map((number) => ['--force', 'delete', `${number}`]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('deny', 'deny', 'reject', 'allow').map((policy) => ['default', policy, 'incoming']),
  },
);
