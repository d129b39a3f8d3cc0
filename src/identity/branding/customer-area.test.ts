import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customerAreaLink } from './customer-area.ts';

describe('the link to a customer area', () => {
  it.each([
    ['https://acme.example/clientarea', 'https://acme.example/clientarea?redirect_path=%2Falerts%2F7'],
    [
      'https://acme.example/area.php?action=security',
      'https://acme.example/area.php?action=security&redirect_path=%2Falerts%2F7',
    ],
    [
      'https://acme.example/area?a=b%20c#/security',
      'https://acme.example/area?a=b%20c&redirect_path=%2Falerts%2F7#/security',
    ],
    [
      'https://acme.example/login?next=/security%3Fto={path}',
      'https://acme.example/login?next=/security%3Fto=%2Falerts%2F7',
    ],
  ])('of %s carries the path to come back to', (address, link) => {
    expect(customerAreaLink(address, '/alerts/7')).toBe(link);
  });

  it('gives back the path as it was, and leads nowhere else, whatever the path', () => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        const path = `/${rest.toWellFormed()}`;
        const link = new URL(customerAreaLink('https://acme.example/area?x=1#top', path));
        expect(link.searchParams.get('redirect_path')).toBe(path);
        expect([link.origin, link.pathname, link.hash]).toEqual(['https://acme.example', '/area', '#top']);
      }),
    );
  });
});
