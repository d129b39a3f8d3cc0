import { expect, it } from 'vitest';
import { adviceIn, inShort } from './explanation.ts';

it('of an explanation the first sentences of why and of what to do are told', () => {
  const explanation = [
    'Redis answers on 192.0.2.1, port 6379/tcp.',
    'Why it matters: anybody can read the data. They can change it, too.',
    'What we saw: it says that it is “Redis”.',
    'What to do: set “bind 127.0.0.1 ::1” in /etc/redis/redis.conf and restart it. Then look again.',
  ].join('\n\n');
  expect(inShort(explanation, 'en')).toEqual({
    why: 'Anybody can read the data.',
    what: 'Set “bind 127.0.0.1 ::1” in /etc/redis/redis.conf and restart it.',
  });
});

it('what to do may be a list, in any language, and what is not said is not made up', () => {
  const explanation =
    'Es sind 3 Konten.\n\nWarum das wichtig ist: z. B. lesen Fremde Ihre Post. Und mehr.\n\nWas zu tun ist:\n1. Ändern Sie die Passwörter. Alle.\n2. Noch etwas.';
  expect(inShort(explanation, 'de').what).toBe('Ändern Sie die Passwörter.');
  expect(inShort(explanation, 'de').why).toBe('Z. B. lesen Fremde Ihre Post.');
  expect(adviceIn(explanation)).toBe('1. Ändern Sie die Passwörter. Alle.\n2. Noch etwas.');
  expect(adviceIn('Something is open.')).toBe(null);
  expect(inShort('Something is open.', 'en')).toEqual({ why: null, what: null });
});
