import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isMessage, t } from '../messages/messages.ts';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { type Platform, type RemediationWays, remediationQuery } from './data.ts';
import { rememberedPlatform, rememberPlatform } from './remembered-platform.ts';
import { SendScript } from './send-script.tsx';

/** The step that comes last in the commands and does the opposite. */
const undoStep = 'undo';

/**
 * How to close the port of an alert: the warning first, then all of it as one script, then the same step by step, and what could
 * be done instead.
 */
export function Remediation({ alertId, serverId }: { alertId: string; serverId: string }) {
  const [platform, setPlatform] = useState(() => rememberedPlatform(localStorage, serverId));
  const remediation = useQuery({ ...remediationQuery(alertId, platform), placeholderData: keepPreviousData });
  const { data } = remediation;
  return (
    <Card id="close-the-port" title={t('portal.fix.title')}>
      {remediation.isPending && <Placeholder className="h-96" />}
      <LoadError of={remediation} />
      {data && (
        <Tabs
          label={t('portal.fix.where')}
          options={platformTabs(data)}
          value={platform ?? data.selected_platform}
          onChange={(value) => {
            setPlatform(value as Platform);
            rememberPlatform(localStorage, serverId, value as Platform);
          }}
        >
          <div className="grid gap-3 sm:gap-5">
            {data.warning && (
              <Notice kind="warning" title={t('portal.fix.warning')}>
                {data.warning}
              </Notice>
            )}
            <Script script={data.script} what={t('portal.fix.whole')} lead={data.run_as} alertId={alertId} />
            <Fold title={t('portal.fix.steps')}>
              <Steps commands={data.commands} steps={data.steps} undoScript={data.undo_script} />
            </Fold>
            <Fold title={t('portal.fix.other')}>
              <div className="grid gap-5">
                {data.alternatives.length > 0 && <Alternatives of={data.alternatives} />}
                <Documentation url={data.docs_url} />
              </div>
            </Fold>
          </div>
        </Tabs>
      )}
    </Card>
  );
}

function Documentation({ url }: { url: string }) {
  return (
    <p className="text-sm">
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center gap-1.5 text-accent underline"
      >
        {t('portal.fix.docs')}
        <ExternalLink aria-hidden="true" size={14} />
        <span className="sr-only">{t('portal.fix.new-window')}</span>
      </a>
    </p>
  );
}

/** The recommended platform first. */
function platformTabs({
  platform_options: labels,
  recommended_platform: recommended,
}: {
  platform_options: Readonly<Partial<Record<Platform, string>>>;
  recommended_platform: Platform;
}): readonly (readonly [string, string])[] {
  const others = Object.entries(labels).filter(([name]) => name !== recommended);
  return [[recommended, t('portal.fix.recommended', { platform: labels[recommended] ?? recommended })], ...others];
}

/** A script to be copied whole, and to be read first by whoever likes to. Without one, only where the steps are run. */
function Script({
  script,
  what,
  lead,
  alertId,
}: {
  script: string | null;
  what: string;
  lead?: string;
  /** Of what can be sent to somebody with it. */
  alertId?: string;
}) {
  return (
    <div className="grid min-w-0 gap-2 sm:gap-3">
      {lead && <p className="text-sm">{lead}</p>}
      {script !== null && (
        <>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={script} label={t('portal.fix.copy-what', { what })} caption={t('portal.fix.copy')} />
            {alertId !== undefined && <SendScript alertId={alertId} lead={lead ?? ''} script={script} />}
          </div>
          <Fold title={t('portal.fix.read-first')}>
            <CodeBlock text={script} label={what} />
          </Fold>
        </>
      )}
    </div>
  );
}

/** Each is enough by itself. */
function Alternatives({ of }: { of: RemediationWays }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{t('portal.fix.instead')}</h3>
      {of.map(({ name, label, commands, script, undo_script }) => (
        <Fold key={name} title={label}>
          <div className="grid gap-5">
            <Script script={script} what={label} />
            <Steps commands={commands} undoScript={undo_script} />
          </div>
        </Fold>
      ))}
    </section>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="min-w-0 rounded-md border border-line px-4 py-2 sm:py-3">
      <summary className="min-h-6 cursor-pointer text-sm font-medium">{title}</summary>
      <div className="mt-3 min-w-0">{children}</div>
    </details>
  );
}

/** Commands in their order, each to be copied; those that only some servers need are folded. */
export function Steps({
  commands: { [undoStep]: undo, ...commands },
  steps = [],
  undoScript,
}: {
  commands: Readonly<Record<string, string>>;
  steps?: readonly { readonly name: string; readonly only_if: string | null }[];
  undoScript?: string | null;
}) {
  const conditions = new Map(steps.map(({ name, only_if }) => [name, only_if]));
  const goBack = undoScript ?? undo;
  return (
    <div className="grid min-w-0 gap-5">
      <ol className="grid gap-5">
        {Object.entries(commands).map(([name, command], index) => {
          const condition = conditions.get(name);
          const block = (
            <CodeBlock text={command} label={t('portal.fix.step', { number: index + 1, title: stepTitle(name) })} />
          );
          return (
            <li key={name} className="grid min-w-0 grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2">
              <span
                aria-hidden="true"
                className="grid size-6 place-items-center rounded-full bg-raised text-xs font-semibold tabular-nums"
              >
                {index + 1}
              </span>
              <h3 className="mb-1.5 text-sm leading-6 font-medium">{stepTitle(name)}</h3>
              <div className="col-start-2 min-w-0">{condition ? <Fold title={condition}>{block}</Fold> : block}</div>
            </li>
          );
        })}
      </ol>
      {goBack && (
        <Fold title={t('portal.fix.undo')}>
          <CodeBlock text={goBack} label={t('portal.fix.open-again')} />
        </Fold>
      )}
    </div>
  );
}

const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/\bipv4\b/i, 'IPv4'],
  [/\bipv6\b/i, 'IPv6'],
  [/\bdocker\b/i, 'Docker'],
  [/\bpodman\b/i, 'Podman'],
  [/\bufw\b/i, 'UFW'],
  [/\btls\b/i, 'TLS'],
];

/** `verify_from_another_machine` as a heading. */
function stepTitle(name: string): string {
  const key = `portal.step.${name}`;
  if (isMessage(key)) return t(key);
  const words = name.replaceAll('_', ' ');
  const titled = words.charAt(0).toUpperCase() + words.slice(1);
  return abbreviations.reduce((text, [pattern, spelled]) => text.replace(pattern, spelled), titled);
}
