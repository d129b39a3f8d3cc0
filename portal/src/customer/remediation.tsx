import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { isMessage, t } from '../messages/messages.ts';
import { Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { BottomBar, ChecklistStep } from './alert-step.tsx';
import { type Platform, type RemediationAnswer, type RemediationWays, remediationQuery } from './data.ts';
import { isOwnAddress, withOwnAddress } from './own-address.ts';
import { rememberedPlatform, rememberPlatform } from './remembered-platform.ts';
import { SendScript } from './send-script.tsx';

/** The step that comes last in the commands and does the opposite. */
const undoStep = 'undo';

/**
 * The first step for an open port, how to close it: the warning first, then all of it as one script, then the same step by step, and what
 * could be done instead.
 * @param onTaken when the script has been copied
 */
export function Remediation({
  alertId,
  serverId,
  isCurrent,
  onTaken,
}: {
  alertId: string;
  serverId: string;
  isCurrent: boolean;
  onTaken: () => void;
}) {
  const [platform, setPlatform] = useState(() => rememberedPlatform(localStorage, serverId));
  const remediation = useQuery({ ...remediationQuery(alertId, platform), placeholderData: keepPreviousData });
  const { data } = remediation;
  return (
    <ChecklistStep id="close-the-port" number={1} title={t('portal.fix.title')} isCurrent={isCurrent}>
      {remediation.isPending && <Placeholder className="h-96" />}
      <LoadError of={remediation} />
      {data && (
        <div className="grid min-w-0 grid-cols-1 gap-3 sm:gap-5">
          <Tiles
            label={t('portal.fix.where')}
            options={platformOptions(data)}
            recommended={data.recommended_platform}
            value={platform ?? data.selected_platform}
            onChange={(value) => {
              setPlatform(value);
              rememberPlatform(localStorage, serverId, value);
            }}
          />
          <HowTo key={data.selected_platform} of={data} alertId={alertId} isCurrent={isCurrent} onTaken={onTaken} />
        </div>
      )}
    </ChecklistStep>
  );
}

/** What one platform needs, with the reader's own address in it once it is known. */
function HowTo({
  of,
  alertId,
  isCurrent,
  onTaken,
}: {
  of: RemediationAnswer;
  alertId: string;
  isCurrent: boolean;
  onTaken: () => void;
}) {
  const { script, short_script: shortScript, own_address: own } = of;
  const [hasContainer, setContainer] = useState(of.runs_containers);
  const [address, setAddress] = useState(own?.guess ?? '');
  const chosen = hasContainer ? script : (shortScript ?? script);
  const fill = (text: string) => (own ? withOwnAddress(text, own.placeholder, address) : text);
  const asksForAddress =
    own !== null && [chosen, ...Object.values(of.commands)].some((text) => text?.includes(own.placeholder));
  return (
    <>
      {of.warning && (
        <Notice kind="warning" title={t('portal.fix.warning')}>
          {of.warning}
        </Notice>
      )}
      {asksForAddress && (
        <div className="max-w-md">
          <TextField
            label={t('portal.fix.own-address')}
            hint={own.guess === null ? t('portal.fix.own-unknown') : t('portal.fix.own-guessed')}
            problems={
              address === '' || isOwnAddress(own.placeholder, address)
                ? []
                : [t(own.placeholder === 'YOUR_IPV4' ? 'portal.fix.not-ipv4' : 'portal.fix.not-ipv6')]
            }
            value={address}
            inputMode="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setAddress(target.value.trim())}
          />
        </div>
      )}
      {shortScript !== null && (
        <label className="flex min-h-6 cursor-pointer items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-accent"
            checked={hasContainer}
            onChange={({ target }) => setContainer(target.checked)}
          />
          <span>{t('portal.fix.in-container')}</span>
        </label>
      )}
      <p className="text-sm">{of.run_as}</p>
      {chosen !== null && (
        <>
          <BottomBar isCurrent={isCurrent}>
            <CopyButton
              text={fill(chosen)}
              label={t('portal.fix.copy')}
              caption={t('portal.fix.copy')}
              onCopied={onTaken}
            />
            {!isCurrent && <SendScript alertId={alertId} lead={of.run_as} script={chosen} />}
          </BottomBar>
          {isCurrent && (
            <div>
              <SendScript alertId={alertId} lead={of.run_as} script={chosen} />
            </div>
          )}
          <Fold title={t('portal.fix.read-first')}>
            <CodeBlock text={fill(chosen)} label={t('portal.fix.whole')} />
          </Fold>
        </>
      )}
      <Fold title={t('portal.fix.steps')}>
        <Steps
          commands={filled(of.commands, fill)}
          steps={of.steps}
          undoScript={of.undo_script && fill(of.undo_script)}
        />
      </Fold>
      <Fold title={t('portal.fix.other')}>
        <div className="grid gap-5">
          {of.alternatives.length > 0 && <Alternatives of={of.alternatives} fill={fill} />}
          <Documentation url={of.docs_url} />
        </div>
      </Fold>
    </>
  );
}

function filled(commands: Readonly<Record<string, string>>, fill: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, fill(command)]));
}

/** All platforms by name, in sight at once. */
function Tiles({
  label,
  options,
  recommended,
  value,
  onChange,
}: {
  label: string;
  options: readonly (readonly [Platform, string])[];
  recommended: Platform;
  value: Platform;
  onChange: (value: Platform) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-1.5 sm:grid-cols-3 sm:gap-2">
        {options.map(([option, text]) => (
          <label
            key={option}
            className="flex min-h-11 min-w-0 cursor-pointer items-start gap-2 rounded-md border border-line px-2 py-1 text-sm sm:py-2 [overflow-wrap:anywhere] hover:bg-raised has-checked:border-accent has-checked:bg-raised has-checked:font-medium has-focus-visible:outline-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              {text}
              {option === recommended && (
                <span className="block text-xs font-normal text-muted">{t('portal.fix.recommended')}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
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
function platformOptions({
  platform_options: labels,
  recommended_platform: recommended,
}: RemediationAnswer): readonly (readonly [Platform, string])[] {
  const others = (Object.entries(labels) as [Platform, string][]).filter(([name]) => name !== recommended);
  return [[recommended, labels[recommended] ?? recommended], ...others];
}

/** Each is enough by itself. */
function Alternatives({ of, fill }: { of: RemediationWays; fill: (text: string) => string }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{t('portal.fix.instead')}</h3>
      {of.map(({ name, label, commands, script, undo_script }) => (
        <Fold key={name} title={label}>
          <div className="grid gap-5">
            {script !== null && (
              <>
                <div>
                  <CopyButton
                    text={fill(script)}
                    label={t('portal.fix.copy-what', { what: label })}
                    caption={t('portal.fix.copy')}
                  />
                </div>
                <Fold title={t('portal.fix.read-first')}>
                  <CodeBlock text={fill(script)} label={label} />
                </Fold>
              </>
            )}
            <Steps commands={filled(commands, fill)} undoScript={undo_script && fill(undo_script)} />
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

/**
 * Commands in their order, each to be copied; those that only some servers need are folded.
 * @param onCopied when one of them has been
 */
export function Steps({
  commands: { [undoStep]: undo, ...commands },
  steps = [],
  undoScript,
  onCopied,
}: {
  commands: Readonly<Record<string, string>>;
  steps?: readonly { readonly name: string; readonly only_if: string | null }[];
  undoScript?: string | null;
  onCopied?: () => void;
}) {
  const conditions = new Map(steps.map(({ name, only_if }) => [name, only_if]));
  const goBack = undoScript ?? undo;
  return (
    <div className="grid min-w-0 gap-5">
      <ol className="grid gap-5">
        {Object.entries(commands).map(([name, command], index) => {
          const condition = conditions.get(name);
          const block = (
            <CodeBlock
              text={command}
              label={t('portal.fix.step', { number: index + 1, title: stepTitle(name) })}
              onCopied={onCopied}
            />
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

/** `verify_from_another_machine` as a heading: remediation steps have a message each, which scripts/messages.test.ts sees to. */
function stepTitle(name: string): string {
  const key = `portal.step.${name}`;
  return isMessage(key) ? t(key) : name;
}
