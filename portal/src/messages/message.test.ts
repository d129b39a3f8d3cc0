import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { Message } from './message.tsx';
import { loadMessages } from './messages.ts';

beforeAll(async () => {
  await loadMessages('first', 'en');
});

const strong = (text: React.ReactNode) => createElement('strong', null, text);

it('marks become what they stand for, and values may be elements', () => {
  const message = createElement(Message, {
    id: 'portal.shell.signed-in-as',
    values: { who: createElement('em', null, 'Jane') },
    parts: { strong },
  });
  expect(renderToStaticMarkup(message)).toBe('Signed in as <strong><em>Jane</em></strong>');
});

it('what a value says is never markup', () => {
  const who = '</strong><strong>{who}</strong><script>';
  const message = createElement(Message, { id: 'portal.shell.signed-in-as', values: { who }, parts: { strong } });
  expect(renderToStaticMarkup(message)).toBe(
    'Signed in as <strong>&lt;/strong&gt;&lt;strong&gt;{who}&lt;/strong&gt;&lt;script&gt;</strong>',
  );
});
