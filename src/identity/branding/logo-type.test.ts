import { describe, expect, it } from 'vitest';
import { logoTypeOf } from './logo-type.ts';

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${content}</svg>`);

describe('the type of a logo', () => {
  it.each([
    ['image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['image/webp', Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1')],
    ['image/svg+xml', svg('<path d="M0 0h1v1z"/>')],
    ['image/svg+xml', Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- made by a program -->\n<svg><g/></svg>')],
    [
      'image/svg+xml',
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg><g/></svg>',
      ),
    ],
  ])('is %s by the first bytes', (type, bytes) => {
    expect(logoTypeOf(bytes)).toBe(type);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a GIF', Buffer.from('GIF89a')],
    ['HTML', Buffer.from('<!doctype html><svg></svg>')],
    ['text before an SVG', Buffer.from('x<svg></svg>')],
    ['HTML in the dress of an SVG comment', Buffer.from('<!-- x --><html><svg></svg></html>')],
    ['the half of a PNG signature', Buffer.from('89504e47', 'hex')],
    ['a RIFF that is no WebP', Buffer.from('RIFF\x00\x00\x00\x00WAVE', 'latin1')],
  ])('is none for %s', (_what, bytes) => {
    expect(logoTypeOf(bytes)).toBeNull();
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT href="x"/>',
    '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
    '<g onload="alert(1)"/>',
    "<g id='a'onclick='alert(1)'/>",
    '<g/onload="alert(1)"/>',
    '<a href="javascript:alert(1)"><path/></a>',
    '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
    '<animate attributeName="href" values="JavaScript:alert(1)"/>',
  ])('is none for an SVG with %s', (content) => {
    expect(logoTypeOf(svg(content))).toBeNull();
  });

  it('is none for an SVG that defines entities', () => {
    const bomb = Buffer.from('<!DOCTYPE svg [<!ENTITY a "script">]><svg>&a;</svg>');
    expect(logoTypeOf(bomb)).toBeNull();
  });
});
