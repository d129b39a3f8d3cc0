import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { oneOf } from '../../core/api/fields.ts';
import { type VersionVerdict, verdictNames, verdictSources, verdictSubjects } from '../../engines/versions/verdicts.ts';
import { calendarDayIn } from '../../platform/messages/local-words.ts';
import { messagesIn } from '../../platform/messages/messages.ts';

/** What is known of the version of a component, as the API shows it. */
export const shownVerdict = z
  .strictObject({
    verdict: oneOf(verdictNames).meta({
      description:
        '`affected`: nobody mends it any more, or its distribution did so in a later package. `fixed`: its distribution mends it. `unknown`: what it says does not tell; `explanation` says why.',
    }),
    about: oneOf(verdictSubjects).meta({
      description:
        '`operating_system`: the release of the system that it was built for. `product_line`: the line of releases of its makers. `vulnerability`: whether flaws that were found in it are in it still.',
    }),
    severity: oneOf(severities).nullable().meta({
      description: 'Of the alert that it is worth. Null: it is worth none.',
    }),
    explanation: z.string().meta({
      examples: [
        'Debian 9 has had no free security updates since 30 June 2022. Paid extended support runs until 30 June 2027.',
      ],
    }),
    source: oneOf(verdictSources).nullable().meta({ description: 'Whose data it is by. Null: by none.' }),
    data_as_of: z.iso
      .date()
      .nullable()
      .meta({ description: 'The day of that data.', examples: ['2026-11-23'] }),
    cve: z
      .string()
      .nullable()
      .meta({
        examples: ['CVE-2024-6387'],
        description: 'The vulnerability that it is about. Null: none in particular.',
      }),
    fixed_version: z
      .string()
      .nullable()
      .meta({
        examples: ['1:9.2p1-2+deb12u3'],
        description: 'The version of the package that mends the vulnerability. Null: there is none.',
      }),
    check: z
      .string()
      .nullable()
      .meta({
        description: 'A command that shows it on the server itself.',
        examples: ['grep PRETTY_NAME /etc/os-release'],
      }),
  })
  .meta({ id: 'VersionVerdict', description: 'What is known of the version of a component.' });

/** @param language of the explanation (BCP 47) */
export function toShownVerdict(language: string, verdict: VersionVerdict): z.output<typeof shownVerdict> {
  const { about, severity, source, asOf, cve, fixedVersion, check } = verdict;
  return {
    verdict: verdict.verdict,
    about,
    severity,
    explanation: explain(language, verdict),
    source,
    data_as_of: asOf,
    cve,
    fixed_version: fixedVersion,
    check,
  };
}

function explain(language: string, { reason, values }: VersionVerdict): string {
  const inWords = Object.entries(values).map(([name, value]) => [
    name,
    isDay.test(value) ? calendarDayIn(language, value) : value,
  ]);
  return messagesIn(language)(`version.verdict.${reason}`, Object.fromEntries(inWords));
}

const isDay = /^\d{4}-\d\d-\d\d$/;
