import { expect, it } from 'vitest';
import { verificationRecord } from './verification.ts';

const secretKey = 'a secret key that only tests ever use';
const domain = { partner_id: 'p', id: 'd', domain: 'example.com', transfers: 0 };

it('keeps good the records that stand in the DNS of customers', () => {
  expect(verificationRecord(secretKey, domain)).toEqual({
    type: 'TXT',
    name: '_security-monitoring.example.com',
    value: 'security-monitoring-verification=f7e7e8d5dd624f1bcab5d345bf3dbb51',
  });
});

it('gives every record under every name, and each customer that had it, another value', () => {
  const others = [
    verificationRecord(secretKey, { ...domain, partner_id: 'q' }),
    verificationRecord(secretKey, { ...domain, id: 'e' }),
    verificationRecord(secretKey, { ...domain, domain: 'example.org' }),
    verificationRecord(`${secretKey}!`, domain),
    verificationRecord(secretKey, { ...domain, transfers: 1 }),
    verificationRecord(secretKey, { ...domain, transfers: 2 }),
  ];
  expect(new Set([verificationRecord(secretKey, domain), ...others].map(({ value }) => value)).size).toBe(7);
});
