import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { compareDebianVersions, withoutEpoch } from './debian-version.ts';

const hasDpkg = spawnSync('dpkg', ['--version']).status === 0;

describe('package versions of Debian', () => {
  it.each([
    ['1:8.4p1-5+deb11u1', '1:8.4p1-5+deb11u3'],
    ['2:4.0~rc1', '2:4.0'],
    ['9.2p1-2', '1:0.1-1'],
    ['1.0', '1.0-1'],
    ['1.9', '1.10'],
    ['1.0a', '1.0+b'],
    ['8.9p1-3ubuntu0.6', '8.9p1-3ubuntu0.10'],
    ['8.1.2-1ubuntu2~esm1', '8.1.2-1ubuntu2'],
  ])('%s is older than %s', (older, newer) => {
    expect(compareDebianVersions(older, newer)).toBeLessThan(0);
    expect(compareDebianVersions(newer, older)).toBeGreaterThan(0);
  });

  it('leading zeros, and a revision of 0 where there is none, make no difference', () => {
    expect(compareDebianVersions('1.01-0', '1.1')).toBe(0);
    expect(withoutEpoch('1:9.2p1-2')).toBe('9.2p1-2');
  });

  it.skipIf(!hasDpkg)('10,000 random pairs compare as dpkg compares them', { tags: 'dpkg', timeout: 300_000 }, () => {
    const part = fc.stringMatching(/^(\d{1,3}|[a-c]|[.+~]){0,5}$/);
    const version = fc
      .tuple(fc.constantFrom('', '', '0:', '1:'), part, fc.constantFrom('', '-1', '-0', '-1+deb11u1', '-1~b'))
      .map(([epoch, middle, revision]) => `${epoch}1${middle}${revision}`);
    const pairs = fc.sample(fc.tuple(version, version), propertyRuns(10_000));
    const compared = pairs.map(([one, other]) => Math.sign(compareDebianVersions(one, other)));
    expect(compared).toEqual(dpkgCompares(pairs));
  });
});

/** One shell asks for all of them. */
function dpkgCompares(pairs: readonly (readonly [string, string])[]): number[] {
  const script =
    'while read -r a b; do if dpkg --compare-versions "$a" lt "$b"; then echo -1; elif dpkg --compare-versions "$a" gt "$b"; then echo 1; else echo 0; fi; done';
  const input = pairs.map((pair) => `${pair.join(' ')}\n`).join('');
  const answers = execFileSync('sh', ['-c', script], { input, encoding: 'utf8', maxBuffer: 2 ** 24 });
  return answers.trim().split('\n').map(Number);
}
