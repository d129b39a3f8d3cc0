import { expect, it } from 'vitest';
import { isOwnAddress, withOwnAddress } from './own-address.ts';

const script = `(
  own=YOUR_IPV4
  case $own in
    *[!0-9.]* | '') fail 'fill in YOUR_IPV4 at the top, or you lock yourself out' ;;
  esac
)`;
const cloudScript = `YOUR_IPV4=
[ -n "$YOUR_IPV4" ] || fail 'fill in YOUR_IPV4 at the top'
aws ec2 authorize-security-group-ingress --cidr "$YOUR_IPV4"/32`;

it('the own address stands where a script or a command asks for it, and what a script says of that place goes on to name it', () => {
  expect(withOwnAddress(script, 'YOUR_IPV4', '198.51.100.7')).toBe(script.replace('own=YOUR_IPV4', 'own=198.51.100.7'));
  expect(withOwnAddress(cloudScript, 'YOUR_IPV4', '198.51.100.7')).toBe(
    cloudScript.replace('YOUR_IPV4=\n', 'YOUR_IPV4=198.51.100.7\n'),
  );
  expect(withOwnAddress('az rule create --source YOUR_IPV6', 'YOUR_IPV6', '2001:db8::7')).toBe(
    'az rule create --source 2001:db8::7',
  );
});

it('what is no address of the family gets into no command', () => {
  for (const text of ['', '1.2.3', '256.1.1.1', '2001:db8::1', '1.2.3.4; reboot', '1.2.3.4\nreboot', '$(reboot)'])
    expect(withOwnAddress(script, 'YOUR_IPV4', text)).toBe(script);
  expect(['1.2.3.4', '203.0.113.255'].every((text) => isOwnAddress('YOUR_IPV4', text))).toBe(true);
  expect(['2001:db8::1', '::1', '::ffff:1.2.3.4'].every((text) => isOwnAddress('YOUR_IPV6', text))).toBe(true);
  expect(['1.2.3.4', 'fe80::1%eth0', ':', 'a:b:c d'].some((text) => isOwnAddress('YOUR_IPV6', text))).toBe(false);
});
