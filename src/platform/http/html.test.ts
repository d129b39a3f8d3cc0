import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Html, html } from './html.ts';

/** As a browser reads character references. */
function readText(markup: string): string {
  return markup.replace(/&#(\d+);/g, (_reference, code) => String.fromCharCode(Number(code)));
}

it('shows any text as it is, in elements and in attributes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      (title, text) => {
        const markup = String(html`<p title="${title}">${text}</p>`);
        const [, attribute, content] = /^<p title="([^"<>']*)">([^"<>']*)<\/p>$/.exec(markup)!;
        expect([readText(attribute!), readText(content!)]).toEqual([title, text]);
      },
    ),
  );
});

it('escapes the marks of HTML, and a reference that is in the text', () => {
  expect(String(html`${`<b class="x" id='y'>&amp;`}`)).toBe('&#60;b class=&#34;x&#34; id=&#39;y&#39;&#62;&#38;amp;');
});

it('leaves HTML what it is, however deep', () => {
  const inner = html`<b>${'<'}</b>`;
  expect(String(html`<p>${inner}${Html.join([inner, html`<i></i>`], ' & ')}</p>`)).toBe(
    '<p><b>&#60;</b><b>&#60;</b> &#38; <i></i></p>',
  );
});

it('takes nothing for HTML because it looks so', () => {
  const forged = { toString: () => '<script>' } as unknown as string;
  expect(() => html`${forged}`).toThrow(TypeError);
});
