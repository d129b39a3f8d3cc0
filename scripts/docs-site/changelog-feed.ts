import { escapeHtml } from './code.ts';
import { renderProse } from './markdown.ts';
import { addressOf } from './pages.ts';

/** As in `## 1.2.0 – 2026-12-01`: what has no date is not released. */
const release = /^## (?<version>\d+\.\d+\.\d+) – (?<day>\d{4}-\d{2}-\d{2})$/m;

/**
 * The releases of a changelog as a feed (Atom, RFC 4287), newest first, as they stand in it.
 * @param text as CHANGELOG.md is written
 */
export function changelogFeed(text: string): string {
  const entries = text
    .split(/^(?=## )/m)
    .flatMap((part) => {
      const { version, day } = release.exec(part)?.groups ?? {};
      return version && day ? [{ version, day, html: renderProse(part.replace(/^.*\n/, ''), 'CHANGELOG.md') }] : [];
    })
    .map(
      ({ version, day, html }) => `<entry>
<id>urn:security-monitoring:release:${version}</id>
<title>${version}</title>
<updated>${day}T00:00:00Z</updated>
<link href="${addressOf('changelog')}"/>
<content type="html">${escapeHtml(html)}</content>
</entry>
`,
    );
  const newest = release.exec(text)?.groups?.day ?? '1970-01-01';
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:security-monitoring:releases</id>
<title>Releases</title>
<updated>${newest}T00:00:00Z</updated>
<author><name>Security monitoring</name></author>
<link rel="self" href="${feedAddress}"/>
${entries.join('')}</feed>
`;
}

export const feedAddress = '/docs/changelog.atom';
