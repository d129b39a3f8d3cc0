import { sourceNames } from '../../../src/engines/versions/source-names.ts';
import { t } from '../messages/messages.ts';
import { severityColour } from '../ui/severity.tsx';
import { dayText } from '../ui/time-words.ts';
import type { EndpointService } from './data.ts';

type Component = EndpointService['components'][number];
type Verdict = Component['verdicts'][number];

/** What is wrong with the versions of what answers on a port; behind a line to open, all that is known, or why nothing is, and how to check it. */
export function ComponentVerdicts({ components }: { components: readonly Component[] }) {
  const verdicts = [
    ...new Map(components.flatMap((component) => component.verdicts).map((each) => [each.explanation, each])),
  ];
  const told = verdicts.map(([, verdict]) => verdict);
  const affected = told.filter(({ verdict }) => verdict === 'affected');
  if (told.length === 0) return null;
  return (
    <>
      {affected.map(({ explanation, severity }) => (
        <span key={explanation} className={severityColour(severity)}>
          {explanation}
        </span>
      ))}
      <details className="text-muted">
        <summary className="cursor-pointer">{t('portal.services.versions')}</summary>
        <ul className="mt-1 grid gap-2">
          {told.map((verdict) => (
            <li key={verdict.explanation}>
              <Reason verdict={verdict} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Reason({ verdict: { explanation, source, data_as_of: asOf, check } }: { verdict: Verdict }) {
  return (
    <span className="grid gap-0.5">
      <span>{explanation}</span>
      {source !== null && asOf !== null && (
        <span>{t('portal.services.versions-source', { source: sourceNames[source], day: dayText(asOf) })}</span>
      )}
      {check !== null && (
        <span>
          {t('portal.services.versions-check')} <code className="break-all font-mono">{check}</code>
        </span>
      )}
    </span>
  );
}
