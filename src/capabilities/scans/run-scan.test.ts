import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { InconclusiveScan, runScan } from './run-scan.ts';

describe('runScan', () => {
  it('sends nothing to an address that the policy excludes by now, though the scan was claimed', async () => {
    const sent: string[] = [];
    const tools = {
      policy: createAddressPolicy(['127.0.0.0/8']),
      scanner: {
        name: 'recording',
        protocols: ['tcp' as const],
        scan: async ({ address }: { address: string }) => {
          sent.push(address);
          throw new Error('must not be reached');
        },
        close: async () => {},
      },
      identifier: {
        identify: async ({ address }: { address: string }) => {
          sent.push(address);
          throw new Error('must not be reached');
        },
        close: async () => {},
      },
      recheckDelaysMs: [],
    };
    const scan = {
      scanId: 'scan',
      endpointId: 'endpoint',
      address: '192.0.2.1',
      trigger: 'scheduled' as const,
      ports: { tcp: [80], udp: [] },
      intervalSeconds: 86_400,
      knownOpen: [],
      scenario: null,
    };
    const outcome = runScan(tools, scan, new AbortController().signal);
    await expect(outcome).rejects.toThrow(InconclusiveScan);
    await expect(outcome).rejects.toThrow(/^address_excluded: /);
    expect(sent).toEqual([]);
  });
});
