/** Ordered: a derivative stands before the family that its banner also names. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/ubuntu/i, 'ubuntu'],
  [/raspbian/i, 'raspbian'],
  [/debian|[+~-]deb\d+|~deb/i, 'debian'],
  [/alma ?linux/i, 'almalinux'],
  [/rocky/i, 'rocky'],
  [/centos/i, 'centos'],
  [/red ?hat|rhel|\.el\d+/i, 'rhel'],
  [/fedora/i, 'fedora'],
  [/amazon linux/i, 'amazon'],
  [/oracle linux/i, 'oracle'],
  [/\bsuse|opensuse/i, 'suse'],
  [/alpine/i, 'alpine'],
  [/freebsd/i, 'freebsd'],
  [/openbsd/i, 'openbsd'],
  [/netbsd/i, 'netbsd'],
  [/microsoft|windows|win(?:32|64)\b/i, 'windows'],
  [/routeros|mikrotik/i, 'routeros'],
  [/\bcisco\b/i, 'cisco'],
];

/** Operating system family that a banner names by the way; undefined when it names none. */
export function operatingSystemHint(text: string): string | undefined {
  return hints.find(([pattern]) => pattern.test(text))?.[1];
}
