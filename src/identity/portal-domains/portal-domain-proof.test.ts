import { expect, it } from 'vitest';
import { proofRecords } from './portal-domain-proof.ts';

const secretKey = 'a secret key that only tests ever use';
const domain = { partner_id: 'p', id: 'd', domain: 'example.com' };
const txt = {
  type: 'TXT',
  name: '_security-monitoring.example.com',
  value: 'security-monitoring-verification=f7e7e8d5dd624f1bcab5d345bf3dbb51',
};

it('keeps good the records that stand in the DNS of partners', () => {
  expect(proofRecords({ secretKey, cnameBase: 'portals.example.net' }, domain)).toEqual({
    txt,
    cname: { type: 'CNAME', name: 'example.com', value: 'a3e6fd1f4fb327ed32cdd432fb11fb07.portals.example.net' },
  });
  expect(proofRecords({ secretKey, cnameBase: null }, domain)).toEqual({ txt, cname: null });
});
