/** A part of a version that its makers gave it, and no packager: Devuan is one. */
const ofMakers = /^(?:alpha|beta|rc|dev|pre|preview|snapshot|milestone)(?![a-z])/i;

/** What a packager added stands behind the version: `7.0.33-0+deb9u12` is 7.0.33 in the revision 0+deb9u12. */
export function splitVersion(stated: string | null): { version: string | null; revision: string | null } {
  const [, version, revision] = /^(\d[\w.]*)-(?=\D*\d)(\S+)$/.exec(stated ?? '') ?? [];
  if (version === undefined || revision === undefined || ofMakers.test(revision))
    return { version: stated, revision: null };
  return { version, revision };
}

/** How greetings go on behind the version; the first that fits. */
const behindVersion: readonly RegExp[] = [
  // MySQL and MariaDB: `10.3.39-MariaDB-0+deb10u2`, `8.0.39-0ubuntu0.22.04.1`, with `-log` behind it while they keep one of what they are asked.
  // Cyrus: `3.2.6-Debian-3.2.6-2+deb11u2`.
  /^(?:-MariaDB)?-(?<revision>(?=\S*\d)[\w.+~:-]+?)(?:-log)?(?![\w.+~:-])/,
  // OpenSSH: `8.4p1 Debian-5+deb11u1`, `8.9p1 Ubuntu-3ubuntu0.10`, `9.3 FreeBSD-20230719`.
  /^ (?<revision>[A-Z][A-Za-z]{2,20}-(?=\S*\d)[\w.+~:-]+)/,
  // Sendmail: `8.15.2/8.15.2/Debian-22`.
  /^\/[\w.]+\/(?<revision>[A-Z][A-Za-z]{2,20}-(?=\S*\d)[\w.+~:-]+)/,
];

/** The packager's revision that a greeting states behind a version; null when it states none. */
export function revisionIn(greeting: string, version: string): string | null {
  const at = greeting.indexOf(version);
  if (at < 0) return null;
  const rest = greeting.slice(at + version.length);
  const revision = behindVersion.map((form) => form.exec(rest)?.groups?.revision).find((found) => found !== undefined);
  return revision === undefined || ofMakers.test(revision) ? null : revision;
}
