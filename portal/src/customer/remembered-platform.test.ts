import { expect, it } from 'vitest';
import { rememberedPlatform, rememberPlatform } from './remembered-platform.ts';

it('a platform is remembered for one server, and one that nobody knows any more counts as none', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  expect(rememberedPlatform(storage, 'one')).toBeUndefined();
  rememberPlatform(storage, 'one', 'aws_sg');
  expect(rememberedPlatform(storage, 'one')).toBe('aws_sg');
  expect(rememberedPlatform(storage, 'two')).toBeUndefined();
  for (const key of stored.keys()) stored.set(key, 'ipchains');
  expect(rememberedPlatform(storage, 'one')).toBeUndefined();
});

it('a storage that is full or forbidden breaks nothing', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(() => rememberPlatform({ setItem }, 'one', 'ufw')).not.toThrow();
});
