import { expect, it } from 'vitest';
import { isPreferred } from './accept.ts';

it.each([
  ['application/pdf', true],
  ['Application/PDF; q=0.9', true],
  ['application/pdf, */*', true],
  ['application/json;q=0.5, application/pdf', true],
  ['', false],
  ['*/*', false],
  ['application/*', false],
  ['text/html, */*;q=0.8', false],
  ['application/json, application/pdf', false],
  ['application/pdf;q=0.2, application/json', false],
  ['application/pdf;q=0', false],
  ['application/pdf;q=x, */*;q=0', false],
])('Accept: %s prefers the PDF to JSON: %s', (accept, expected) => {
  expect(isPreferred(accept, 'application/pdf', 'application/json')).toBe(expected);
});
