import { describe, expect, it } from 'vitest';
import { hasWords } from './has-words.ts';

describe('what was typed is found', () => {
  it.each([
    ['Rapport mensuel', 'men'],
    ['Vue d’ensemble', 'VUE'],
    ['Übersicht', 'ubers'],
    ['Notificações', 'notificacoes'],
    ['A Redis data store answers on shop.example.com', 'shop redis'],
    ['Anything', ''],
    ['Anything', '  '],
  ])('in “%s” by “%s”', (text, typed) => expect(hasWords(text, typed)).toBe(true));

  it.each([
    ['Servers', 'alerts'],
    ['A Redis data store answers on shop.example.com', 'shop mysql'],
  ])('but not in “%s” by “%s”', (text, typed) => expect(hasWords(text, typed)).toBe(false));
});
