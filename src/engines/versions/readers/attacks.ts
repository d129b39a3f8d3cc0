import { z } from 'zod';
import type { Day, Exploitation } from '../support-ends.ts';
import { MalformedData } from './malformed-data.ts';

const catalogue = z.object({
  dateReleased: z.string(),
  count: z.int(),
  vulnerabilities: z.array(z.object({ cveID: z.string(), knownRansomwareCampaignUse: z.string().optional() })),
});

interface AttackReading<Attacks> {
  readonly asOf: Day;
  /** How much was read, to tell a part of a file from a whole one. */
  readonly entries: number;
  readonly attacks: Attacks;
}

/**
 * CISA's catalogue of vulnerabilities that are known to be exploited.
 * @throws MalformedData
 */
export function readExploited(text: string): AttackReading<Readonly<Record<string, Exploitation>>> {
  const { dateReleased, count, vulnerabilities } = parsed(text);
  if (count !== vulnerabilities.length)
    throw new MalformedData(`It has ${vulnerabilities.length} vulnerabilities of ${count}.`);
  const attacks = vulnerabilities.map(({ cveID, knownRansomwareCampaignUse: use }) => [
    cveID,
    use === 'Known' ? 'ransomware' : 'exploited',
  ]);
  return { asOf: dateReleased.slice(0, 10), entries: count, attacks: Object.fromEntries(attacks) };
}

function parsed(text: string): z.output<typeof catalogue> {
  try {
    return catalogue.parse(JSON.parse(text));
  } catch (error) {
    throw new MalformedData(`It is no catalogue of CISA: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** Less likely than not is not told. */
const likely = 0.5;

/**
 * FIRST's scores of how likely an attack is; what is less likely than not is left out.
 * @throws MalformedData
 */
export function readLikely(text: string): AttackReading<readonly string[]> {
  const [head = '', columns = '', ...lines] = text.split('\n');
  const asOf = /^#.*score_date:(\d{4}-\d\d-\d\d)/.exec(head)?.[1];
  if (asOf === undefined || !columns.startsWith('cve,epss'))
    throw new MalformedData('It is no list of scores of EPSS.');
  if (lines.at(-1) !== '') throw new MalformedData('Its last line does not end: it is cut.');
  const scores = lines.slice(0, -1).map((line) => line.split(',', 2) as [cve: string, score: string]);
  const attacks = scores.filter(([, score]) => Number(score) >= likely).map(([cve]) => cve);
  return { asOf, entries: scores.length, attacks };
}
