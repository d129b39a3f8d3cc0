import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { announce } from '../ui/announcements.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
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

const back = { to: '/allowed-ports', label: 'Allowed ports' };

/** Reads what a server's own firewall lets in: first what that would allow, then, if asked for, the rules. */
export function FirewallPage() {
  const [serverId, setServerId] = useState('');
  const [dump, setDump] = useState('');
  const [format, setFormat] = useState<Format>('auto');
  const [fileProblem, setFileProblem] = useState<string>();
  const preview = useIngest('preview');
  const apply = useIngest('apply');
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const input = { serverId, dump, format };
  const changed = () => {
    preview.reset();
    apply.reset();
  };
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const isTooLarge = file.size > fileLimitBytes;
    setFileProblem(isTooLarge ? 'This file is larger than 2 MB: a firewall’s list of rules is not.' : undefined);
    if (isTooLarge) return;
    setDump(await file.text());
    changed();
  };
  const problems = preview.error instanceof ApiError ? preview.error.fields : {};
  const fieldProblems = [...(problems.dump ?? []), ...(fileProblem ? [fileProblem] : [])];
  return (
    <Page
      title="Read a firewall’s rules"
      back={back}
      lead="Paste what your server’s firewall prints. You see what it lets in before anything is allowed."
    >
      <Card title="1. The server and its firewall">
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
              firstOption="Choose a server"
              problems={problems.endpoint_id}
            />
            <SelectField
              label="Firewall"
              value={format}
              onChange={({ target }) => {
                setFormat(target.value as Format);
                changed();
              }}
            >
              {dumpFormats.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          </div>
          <TextArea
            label="What it prints"
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
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              kind="primary"
              busy={preview.isPending}
              disabled={serverId === '' || dump.trim() === ''}
            >
              Show what it lets in
            </Button>
            <label className={`${buttonClass()} relative focus-within:outline-3 focus-within:outline-accent`}>
              Choose a file
              <input type="file" className="absolute inset-0 cursor-pointer opacity-0" onChange={readFile} />
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
              {chosen.size === 1 ? 'Allow one range' : `Allow ${chosen.size} ranges`}
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
      if (mode === 'preview') return announce('The rules are read. What they let in is shown below.');
      await queryClient.invalidateQueries({ queryKey: exposureKeys });
      announce(applied(reading));
    },
  });
}

function applied({ rules_created: created, alerts_resolved: resolved }: FirewallReading): string {
  return `${created} ${created === 1 ? 'rule' : 'rules'} added, ${resolved} ${resolved === 1 ? 'alert' : 'alerts'} resolved.`;
}

function Applied({ reading }: { reading: FirewallReading }) {
  return (
    <Notice kind="good" title="The chosen ports are allowed">
      <p>{applied(reading)}</p>
      <p className="mt-2">
        <Link to="/allowed-ports" className="text-accent underline">
          See the allowed ports
        </Link>
      </p>
    </Notice>
  );
}

function Commands() {
  return (
    <>
      As root: <code>iptables-save</code>, <code>nft list ruleset</code>, <code>ufw status verbose</code> or{' '}
      <code>firewall-cmd --list-all-zones</code>; of csf also <code>/etc/csf/csf.conf</code>. It is read and not kept.
    </>
  );
}
