import type { DistributionBuild } from './origin.ts';
import { programCalled } from './programs.ts';
import type { Day, ReleaseEnds, VersionData } from './support-ends.ts';

/** The releases through which a system is upgraded, one after another: of Ubuntu those with long support. */
export function releasesAfter(
  { distribution, release }: Pick<DistributionBuild, 'distribution' | 'release'>,
  data: VersionData,
): ReleaseEnds[] {
  const releases = distribution === 'debian' ? data.debianReleases : data.ubuntuReleases;
  return [...releases.value]
    .map(([key, ends]) => ({ number: key.slice(distribution.length + 1), ends }))
    .filter(({ number, ends }) => compareNumbers(number, release) > 0 && ends.free !== null)
    .filter(({ ends: { label } }) => distribution === 'debian' || label.endsWith(' LTS'))
    .sort((a, b) => compareNumbers(a.number, b.number))
    .map(({ ends }) => ends);
}

/** The newest line of a program that its makers still mend, as it is called; null: none is known. */
export function newestLine(program: string, { lines }: VersionData, today: Day): string | null {
  const product = programCalled(program)?.lines;
  if (product === undefined) return null;
  const mended = [...lines.value]
    .filter(([key, { isEnded, endsOn }]) => key.startsWith(`${product} `) && (endsOn ? endsOn > today : !isEnded))
    .map(([key, { label }]) => ({ number: key.slice(product.length + 1), label }))
    .sort((a, b) => compareNumbers(a.number, b.number));
  return mended.at(-1)?.label ?? null;
}

function compareNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
