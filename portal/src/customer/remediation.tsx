import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { type Platform, remediationQuery } from './data.ts';

/** The step that comes last in the commands and does the opposite. */
const undoStep = 'undo';

/** How to close the port of an alert: the warning first, then the commands of the reader's platform in their order. */
export function Remediation({ alertId }: { alertId: string }) {
  const [platform, setPlatform] = useState<Platform>();
  const remediation = useQuery({ ...remediationQuery(alertId, platform), placeholderData: keepPreviousData });
  const { data } = remediation;
  return (
    <Card
      id="close-the-port"
      title="How to close the port"
      lead="Pick what protects your server. Run the steps in their order, as root."
    >
      {remediation.isPending && <Placeholder className="h-96" />}
      <LoadError of={remediation} />
      {data && (
        <Tabs
          label="Where to close the port"
          options={Object.entries(data.platform_options)}
          value={platform ?? data.selected_platform}
          onChange={(value) => setPlatform(value as Platform)}
        >
          <div className="grid gap-6">
            {data.warning && (
              <Notice kind="warning" title="Do not lock yourself out">
                {data.warning}
              </Notice>
            )}
            <Steps commands={data.commands} />
            <p className="text-sm">
              <a
                href={data.docs_url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-6 items-center gap-1.5 text-accent underline"
              >
                Documentation of the vendor
                <ExternalLink aria-hidden="true" size={14} />
                <span className="sr-only">(opens in a new window)</span>
              </a>
            </p>
          </div>
        </Tabs>
      )}
    </Card>
  );
}

/** Commands in their order, each to be copied. */
export function Steps({ commands: { [undoStep]: undo, ...steps } }: { commands: Readonly<Record<string, string>> }) {
  return (
    <>
      <ol className="grid gap-5">
        {Object.entries(steps).map(([name, command], index) => (
          <li key={name} className="grid min-w-0 grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2">
            <span
              aria-hidden="true"
              className="grid size-6 place-items-center rounded-full bg-raised text-xs font-semibold tabular-nums"
            >
              {index + 1}
            </span>
            <h3 className="mb-1.5 text-sm leading-6 font-medium">{stepTitle(name)}</h3>
            <div className="col-start-2 min-w-0">
              <CodeBlock text={command} label={`Step ${index + 1}, ${stepTitle(name)}`} />
            </div>
          </li>
        ))}
      </ol>
      {undo && (
        <details className="rounded-md border border-line px-4 py-3">
          <summary className="min-h-6 cursor-pointer text-sm font-medium">
            If something stops working: open the port again
          </summary>
          <div className="mt-3">
            <CodeBlock text={undo} label="Open the port again" />
          </div>
        </details>
      )}
    </>
  );
}

const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/\bipv4\b/i, 'IPv4'],
  [/\bipv6\b/i, 'IPv6'],
  [/\bdocker\b/i, 'Docker'],
  [/\bufw\b/i, 'UFW'],
  [/\btls\b/i, 'TLS'],
];

/** `verify_from_another_machine` as a heading. */
function stepTitle(name: string): string {
  const words = name.replaceAll('_', ' ');
  const titled = words.charAt(0).toUpperCase() + words.slice(1);
  return abbreviations.reduce((text, [pattern, spelled]) => text.replace(pattern, spelled), titled);
}
