import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

describe('the page to go to after a sign-in to the console', () => {
  it.each(['/console', '/console/branding', '/console/audit?customer=7#top'])('is %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    ...[
      'https://evil.example/console',
      '//evil.example/console',
      '/\\evil.example',
      'javascript:alert(1)',
      '/console\\@evil',
    ],
    ...['/consoles', '/alerts/7', '', '/console/sign-in', '/console/\n/x', undefined, null, 7, ['/console']],
  ])('is not %j', (path) => {
    expect(returnPath(path)).toBeUndefined();
  });
});
