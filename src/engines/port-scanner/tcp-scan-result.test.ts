import fc from 'fast-check';
import { expect, it } from 'vitest';

import { TcpScanResult } from './tcp-scan-result.ts';
import { HANDSHAKE, meaningOf, NO_VERDICT, PROHIBITED, REFUSED, SYN_ACK } from './tcp-verdicts.ts';

function resultOf(tcp: readonly number[], verdicts: readonly number[]) {
  const request = { address: '192.0.2.1', ports: { tcp, udp: [53] } };
  return new TcpScanResult(request, {
    engine: 'connect',
    verdicts: Uint8Array.from(verdicts),
    hostAnswered: true,
    durationMs: 5,
  });
}

it('a TCP scan result says what is open, how much is covered, and nothing of ports without a verdict', () => {
  const result = resultOf([22, 80, 81, 443, 8443], [HANDSHAKE, REFUSED, NO_VERDICT, SYN_ACK, PROHIBITED]);
  expect(result).toMatchObject({ engine: 'connect', coveredPorts: 4, requestedPorts: 6, hostAnswered: true });
  expect(result.open).toEqual([
    { protocol: 'tcp', port: 22, state: 'open', evidence: 'handshake' },
    { protocol: 'tcp', port: 443, state: 'open', evidence: 'syn_ack' },
  ]);
  expect(result.stateOf('tcp', 80)).toEqual({ protocol: 'tcp', port: 80, state: 'closed', evidence: 'refused' });
  expect(result.stateOf('tcp', 8443)).toMatchObject({ state: 'filtered', evidence: 'prohibited' });
  expect([result.stateOf('tcp', 81), result.stateOf('tcp', 23), result.stateOf('udp', 22)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('a TCP scan result has every port’s own verdict, for ranges and lists, and none of others', () => {
  const port = fc.integer({ min: 1, max: 65_535 });
  const range = fc.record({ first: fc.integer({ min: 1, max: 65_000 }), length: fc.integer({ min: 0, max: 50 }) });
  const ports = fc.oneof(
    fc.uniqueArray(port, { maxLength: 50 }).map((list) => list.toSorted((a, b) => a - b)),
    range.map(({ first, length }) => Array.from({ length }, (_, index) => first + index)),
  );
  fc.assert(
    fc.property(ports, port, fc.infiniteStream(fc.integer({ min: 0, max: 7 })), (tcp, other, stream) => {
      const verdicts = tcp.map(() => stream.next().value);
      const result = resultOf(tcp, verdicts);
      const evidenceOf = (wanted: number) => meaningOf(verdicts[tcp.indexOf(wanted)] ?? NO_VERDICT)?.evidence;
      for (const each of [...tcp, other]) {
        expect(result.stateOf('tcp', each)?.evidence).toBe(evidenceOf(each));
        expect(result.stateOf('tcp', each)?.port ?? each).toBe(each);
      }
      const isOpen = (each: number) => ['handshake', 'syn_ack'].includes(evidenceOf(each) ?? '');
      expect(result.open.map((open) => open.port)).toEqual(tcp.filter(isOpen));
      expect(result.coveredPorts).toBe(verdicts.filter((verdict) => verdict !== NO_VERDICT).length);
    }),
  );
});
