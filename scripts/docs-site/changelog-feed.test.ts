import { expect, it } from 'vitest';
import { changelogFeed } from './changelog-feed.ts';

const changelog = `# Changelog

## Unreleased

- Not yet.

## 0.2.0 – 2026-12-24

- New: a [page](docs/guide/limits.md) & more.

## 0.1.0 – 2026-11-30

- First.
`;

it('has each release once, newest first, with its date and what changed; what is not released is not told', () => {
  const feed = changelogFeed(changelog);
  expect([...feed.matchAll(/<title>(.*)<\/title>/g)].map(([, title]) => title)).toEqual(['Releases', '0.2.0', '0.1.0']);
  expect([...feed.matchAll(/<updated>(.*)<\/updated>/g)].map(([, at]) => at)).toEqual(
    ['2026-12-24', '2026-12-24', '2026-11-30'].map((day) => `${day}T00:00:00Z`),
  );
  expect(feed).toContain('&lt;a href=&quot;/docs/limits&quot;&gt;page&lt;/a&gt; &amp;amp; more.');
  expect(feed).not.toContain('Not yet');
});

it('is a feed without entries where nothing was released', () => {
  expect(changelogFeed('# Changelog\n\n## Unreleased\n')).not.toContain('<entry>');
});
