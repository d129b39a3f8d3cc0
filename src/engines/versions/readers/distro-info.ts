import type { Distribution } from '../origin.ts';
import type { Day, ReleaseEnds } from '../support-ends.ts';
import { MalformedData } from './malformed-data.ts';

interface DistributionReleases {
  readonly distribution: Distribution;
  /** By `debian 12`, `ubuntu 22.04`. */
  readonly releases: ReadonlyMap<string, ReleaseEnds>;
}

/**
 * Reads `debian.csv` or `ubuntu.csv` of the package distro-info-data; which of them it is, its columns say. Columns that nobody knows are
 * passed over, a release without a version is none yet.
 * @throws MalformedData
 */
export function readDistroInfo(text: string): DistributionReleases {
  const [head = '', ...lines] = text.split('\n');
  const columns = head.trim().split(',');
  const missing = ['version', 'series', 'release', 'eol'].filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw new MalformedData(`It has no column ${missing.join(', ')}: it is no file of distro-info-data.`);
  if (lines.at(-1) !== '') throw new MalformedData('Its last line does not end: it is cut.');
  const distribution = columns.includes('eol-server') ? 'ubuntu' : 'debian';
  const rows = lines.slice(0, -1).map((line) => rowOf(columns, line));
  const releases = rows.flatMap((row) => {
    const version = row.version?.split(' ')[0];
    const label = `${distribution === 'ubuntu' ? 'Ubuntu' : 'Debian'} ${row.version}`;
    return version
      ? [[`${distribution} ${version}`, { label, series: row.series ?? '', ...endsOf(row) }] as const]
      : [];
  });
  if (releases.length === 0) throw new MalformedData('It has no release.');
  return { distribution, releases: new Map(releases) };
}

type Row = Readonly<Record<string, string | undefined>>;

function rowOf(columns: readonly string[], line: string): Row {
  const cells = line.trim().split(',');
  return Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
}

function endsOf(row: Row): Pick<ReleaseEnds, 'free' | 'paid'> {
  return {
    free: latest(row.eol, row['eol-server'], row['eol-lts']),
    paid: latest(row['eol-elts'], row['eol-esm'], row['eol-legacy']),
  };
}

function latest(...days: readonly (string | undefined)[]): Day | null {
  return days
    .filter((day) => day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day))
    .reduce<Day | null>((last, day) => (last === null || day! > last ? day! : last), null);
}
