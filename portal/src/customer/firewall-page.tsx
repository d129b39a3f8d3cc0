import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { useHindrance } from '../may-change.tsx';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useCustomerId } from './customer.ts';
import { exposureKeys } from './data.ts';
import { FirewallPreview } from './firewall-preview.tsx';
import {
  type Chosen,
  dumpFormats,
  type FirewallReading,
  type Format,
  fileLimitBytes,
  harmless,
  rangeOf,
} from './firewall-words.ts';
import { ServerChoice } from './server-choice.tsx';

/** Reads what a server's own firewall lets in: first what that would allow, then, if asked for, the rules. */
export function FirewallPage() {
  const [serverId, setServerId] = useState('');
  const [dump, setDump] = useState('');
  const [format, setFormat] = useState<Format>('auto');
  const [publicInterface, setPublicInterface] = useState('');
  const [fileProblem, setFileProblem] = useState<string>();
  const preview = useIngest('preview');
  const apply = useIngest('apply');
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const hindrance = useHindrance();
  const input = { serverId, dump, format, public_interface: publicInterface };
  const changed = () => {
    preview.reset();
    apply.reset();
  };
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const isTooLarge = file.size > fileLimitBytes;
    setFileProblem(isTooLarge ? t('portal.firewall.too-large') : undefined);
    if (isTooLarge) return;
    setDump(await file.text());
    changed();
  };
  const problems = preview.error instanceof ApiError ? preview.error.fields : {};
  const fieldProblems = [...(problems.dump ?? []), ...(fileProblem ? [fileProblem] : [])];
  return (
    <Page
      title={t('portal.firewall.title')}
      back={{ to: '/allowed-ports', label: t('portal.nav.allowed-ports') }}
      lead={t('portal.firewall.lead')}
    >
      <Card title={t('portal.firewall.step-1')}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            apply.reset();
            preview.mutate(input, { onSuccess: (reading) => setChosen(harmless(reading)) });
          }}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <ServerChoice
              value={serverId}
              onChange={(id) => {
                setServerId(id);
                changed();
              }}
              firstOption={t('portal.firewall.choose-server')}
              problems={problems.endpoint_id}
            />
            <SelectField
              label={t('portal.firewall.firewall')}
              value={format}
              onChange={({ target }) => {
                setFormat(target.value as Format);
                changed();
              }}
            >
              {dumpFormats.map(([value, name]) => (
                <option key={value} value={value}>
                  {name ?? t('portal.firewall.find-out')}
                </option>
              ))}
            </SelectField>
          </div>
          <TextArea
            label={t('portal.firewall.prints')}
            rows={9}
            required
            value={dump}
            spellCheck={false}
            autoCapitalize="none"
            onChange={({ target }) => {
              setDump(target.value);
              changed();
            }}
            problems={fieldProblems}
            hint={<Commands />}
          />
          <TextField
            label={t('portal.firewall.public-interface')}
            hint={t('portal.firewall.public-interface-hint', { command: 'ip route get 1.1.1.1' })}
            maxLength={15}
            value={publicInterface}
            spellCheck={false}
            autoCapitalize="none"
            onChange={({ target }) => {
              setPublicInterface(target.value);
              changed();
            }}
            problems={problems.public_interface}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              kind="primary"
              busy={preview.isPending}
              disabled={serverId === '' || dump.trim() === ''}
            >
              {t('portal.firewall.show')}
            </Button>
            <label className={`${buttonClass()} relative focus-within:outline-3 focus-within:outline-accent`}>
              {t('portal.firewall.file')}
              <input
                type="file"
                disabled={hindrance !== null}
                className="absolute inset-0 cursor-pointer opacity-0"
                onChange={readFile}
              />
            </label>
          </div>
          {fieldProblems.length === 0 && <ErrorNotice error={preview.error} />}
        </form>
      </Card>
      {preview.data && (
        <FirewallPreview
          reading={preview.data}
          chosen={chosen}
          onChoose={setChosen}
          action={
            <Button
              kind="primary"
              busy={apply.isPending}
              disabled={preview.data.rules_created === 0 || chosen.size === 0 || apply.isSuccess}
              onClick={() => apply.mutate({ ...input, ranges: chosenRanges(preview.data, chosen) })}
            >
              {t('portal.firewall.allow', { count: chosen.size })}
            </Button>
          }
        />
      )}
      <ErrorNotice error={apply.error} />
      {apply.data && <Applied reading={apply.data} />}
    </Page>
  );
}

interface IngestInput {
  readonly serverId: string;
  readonly dump: string;
  readonly format: Format;
  readonly public_interface: string;
  readonly ranges?: { port_start: number; port_end: number; protocol: 'tcp' | 'udp' }[];
}

function chosenRanges({ open_ports: ranges }: FirewallReading, chosen: Chosen) {
  return ranges
    .filter((range) => chosen.has(rangeOf(range)))
    .map(({ port_start, port_end, protocol }) => ({ port_start, port_end, protocol }));
}

function useIngest(mode: 'preview' | 'apply') {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ serverId, ...read }: IngestInput) => {
      const body = { billing_customer_id: customerId, endpoint_id: serverId, ...read, mode };
      return (await answered(api.POST('/api/v1/firewall/ingest', { body }))).data;
    },
    onSuccess: async (reading) => {
      if (mode === 'preview') return announce(t('portal.firewall.read'));
      await queryClient.invalidateQueries({ queryKey: exposureKeys });
      announce(applied(reading));
    },
  });
}

function applied({ rules_created: created, alerts_resolved: resolved }: FirewallReading): string {
  return t('portal.firewall.applied', { created, resolved });
}

function Applied({ reading }: { reading: FirewallReading }) {
  return (
    <Notice kind="good" title={t('portal.firewall.allowed')}>
      <p>{applied(reading)}</p>
      <p className="mt-2">
        <Link to="/allowed-ports" className="text-accent underline">
          {t('portal.firewall.see-allowed')}
        </Link>
      </p>
    </Notice>
  );
}

function Commands() {
  return (
    <>
      <Message
        id="portal.firewall.commands"
        values={{
          iptables: <code>iptables-save</code>,
          nft: <code>nft list ruleset</code>,
          ufw: <code>ufw status verbose</code>,
          firewalld: <code>firewall-cmd --list-all-zones</code>,
          csf: <code>/etc/csf/csf.conf</code>,
        }}
      />{' '}
      <Message
        id="portal.firewall.commands-cloud"
        values={{
          aws: <code>aws ec2 describe-security-groups</code>,
          gcloud: <code>gcloud compute firewall-rules list --format=json</code>,
          az: <code>az network nsg list</code>,
          hcloud: <code>hcloud firewall list -o json</code>,
        }}
      />
    </>
  );
}
