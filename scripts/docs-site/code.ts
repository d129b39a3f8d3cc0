import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';

const languages: Readonly<Record<string, { readonly label: string; readonly grammar: typeof bash }>> = {
  sh: { label: 'curl', grammar: bash },
  php: { label: 'PHP', grammar: php },
  ts: { label: 'TypeScript', grammar: typescript },
  python: { label: 'Python', grammar: python },
  go: { label: 'Go', grammar: go },
  js: { label: 'JavaScript', grammar: javascript },
  json: { label: 'JSON', grammar: json },
  ini: { label: 'Settings', grammar: ini },
};
for (const [name, { grammar }] of Object.entries(languages)) hljs.registerLanguage(name, grammar);

/** A block of code; one of a language that examples have is coloured. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
  /** Of one that is to be saved. */
  readonly fileName?: string | undefined;
}

export function isExampleLanguage(language: string): boolean {
  return language in languages;
}

export function codeFigure({ language, code, fileName }: CodeBlock): string {
  const shown = isExampleLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
  const caption = fileName === undefined ? '' : `<figcaption>${escapeHtml(fileName)}</figcaption>`;
  return `<figure class="code">${caption}<pre tabindex="0"><code>${shown}</code></pre></figure>\n`;
}

/**
 * One example in several languages. Without a script all of them are shown, one below the other.
 * @param id unlike that of any other example of the page
 */
export function exampleGroup(id: string, blocks: readonly CodeBlock[]): string {
  const panels = blocks.map((block) => {
    const { label } = languages[block.language]!;
    return `<div class="example" data-language="${block.language}" id="${id}-${block.language}" data-label="${label}"><p class="language">${label}</p>${codeFigure(block)}</div>`;
  });
  return `<div class="examples">${panels.join('')}</div>\n`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
