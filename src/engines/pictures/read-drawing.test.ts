import { describe, expect, it } from 'vitest';
import { faultOfDrawing, isDrawing } from './read-drawing.ts';
import { svgOf } from './testing/made-pictures.ts';

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

describe('a drawing', () => {
  it.each([
    ['a path', svgOf('<path d="M0 0h1v1z" fill="#fff"/>')],
    [
      'what drawing programs put before it',
      `﻿<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator: x -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg ${namespaces} version="1.1" x="0px" y="0px" viewBox="0 0 9 9" style="enable-background:new 0 0 9 9;" xml:space="preserve"><g/></svg>\n`,
    ],
    [
      'a style sheet with classes',
      svgOf(
        '<defs><style type="text/css"><![CDATA[.a{fill:url(#g);} @media (prefers-color-scheme: dark){.a{fill:#fff}}]]></style><linearGradient id="g"><stop offset="0" stop-color="#000"/></linearGradient></defs><path class="a" d="M0 0h1z"/>',
      ),
    ],
    [
      'a mask, a clip and repeated parts',
      `<svg ${namespaces} viewBox="0 0 9 9"><defs><path id="p" d="M0 0h1z"/><clipPath id="c"><use xlink:href="#p"/></clipPath><mask id="m"><rect width="9" height="9" fill="#fff"/></mask></defs><g clip-path="url(#c)" mask="url('#m')"><use href="#p" x="1"/><use href="#p" x="2"/></g></svg>`,
    ],
    [
      'notes of a drawing program',
      `<svg ${namespaces} xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:svg="http://www.w3.org/2000/svg" inkscape:version="1.2" sodipodi:docname="a.svg"><sodipodi:namedview id="v" pagecolor="#fff"/><metadata><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format></cc:Work></rdf:RDF></metadata><g inkscape:label="Layer 1" style="fill:#000;-inkscape-font-specification:'Sans';marker:none"><path d="m 0,0 h 1" sodipodi:nodetypes="cc"/></g></svg>`,
    ],
    [
      'text with characters by number',
      svgOf(
        '<title>A &amp; B</title><text x="1" y="9" font-family="Arial, sans-serif" aria-label="a">&#65;<tspan dy="1">b</tspan></text>',
      ),
    ],
  ])('may have %s', (_what, drawing) => {
    const bytes = Buffer.from(drawing);
    expect(isDrawing(bytes)).toBe(true);
    expect(faultOfDrawing(bytes)).toBeNull();
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    [
      'a script by the other name of the namespace',
      '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
    ],
    ['what runs when it is loaded', '<g onload="alert(1)"/>'],
    ['what runs, without a space before it', "<g id='a'onclick='alert(1)'/>"],
    ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ['HTML', '<foreignObject><iframe src="https://evil.example"/></foreignObject>'],
    ['an animation', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['a picture within', '<image href="data:image/png;base64,AAAA"/>'],
    ['a filter', '<filter id="f"/>'],
    ['a filter in a style', '<g style="filter:blur(9px)"/>'],
    ['a pattern', '<pattern id="p"/>'],
    ['a marker', '<marker id="m"/>'],
    ['a marker in a style sheet', '<style>path{marker-mid:url(#m)}</style>'],
    ['what is elsewhere', '<use href="https://evil.example/a.svg#b"/>'],
    ['what is elsewhere, by its name for links', '<use xlink:href="https://evil.example/a.svg#b"/>'],
    ['what is elsewhere, in an attribute', '<path fill="url(https://evil.example/a.svg#b)"/>'],
    ['what is elsewhere, written by number', '<path fill="url(&#104;ttps://evil.example)"/>'],
    ['what is elsewhere, in a style sheet', '<style>@import "https://evil.example";</style>'],
    ['what is elsewhere, in escaped letters', '<style>path{fill:\\75rl(https://evil.example)}</style>'],
    ['another namespace', '<h:p xmlns:h="http://www.w3.org/1999/xhtml">x</h:p>'],
    ['another namespace that takes the place of its own', '<g xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['entities', '<text>&a;</text>'],
    ['a group that is not closed', '<g>'],
    ['two elements of the same id', '<g id="a"/><g id="a"/>'],
    ['a mask in a style sheet', '<mask id="m"/><style>path{mask:url(#m)}</style>'],
    ['an element that repeats itself', '<g id="a"><use href="#a"/></g>'],
    ['too many elements', '<g/>'.repeat(10_001)],
    ['too many elements within one another', `${'<g>'.repeat(101)}${'</g>'.repeat(101)}`],
    ['too many elements by repeating', `<g id="a">${'<g/>'.repeat(100)}</g>${'<use href="#a"/>'.repeat(200)}`],
    [
      'a reference that leads on and on',
      Array.from({ length: 200 }, (_, n) => `<g id="a${n}"><use href="#a${n + 1}"/></g>`).join(''),
    ],
  ])('must not have %s', (_what, content) => {
    expect(faultOfDrawing(svgOf(content))).toMatch(/^must /);
  });

  it.each([
    ['definitions', '<!DOCTYPE svg [<!ENTITY a "script">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'],
    ['text before it', 'x<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['HTML before it', '<!doctype html><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['HTML in the dress of a comment before it', '<!-- x --><html><svg></svg></html>'],
  ])('is none with %s', (_what, text) => {
    expect(isDrawing(Buffer.from(text))).toBe(false);
  });

  it.each([
    ['its namespace', '<svg><g/></svg>'],
    [
      'an encoding that hides what it says',
      '<?xml version="1.0" encoding="UTF-7"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['a second drawing behind it', '<svg xmlns="http://www.w3.org/2000/svg"/><svg/>'],
    [
      'a style sheet of another file',
      '<svg xmlns="http://www.w3.org/2000/svg"><?xml-stylesheet href="https://evil.example"?></svg>',
    ],
  ])('is refused for %s', (_what, text) => {
    expect(faultOfDrawing(Buffer.from(text))).toMatch(/^must /);
  });
});
