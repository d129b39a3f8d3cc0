import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../use-change.ts';
import { type Scenario, sandboxHeader, sandboxServersQuery, scenarioQuery, scenariosQuery } from './data.ts';
import { ForManagers } from './for-managers.tsx';
import { useMay } from './own-account.ts';
import { useSandbox } from './use-sandbox.ts';
import { useSessionRefresh } from './use-session-refresh.ts';

const everythingInTheSandbox = { queryKey: ['sandbox'] };

/** A world of its own for trying things out: the switch, what scans find, its servers, and starting over. */
export function SandboxPage() {
  const refreshSession = useSessionRefresh();
  const isOn = useSandbox();
  const turn = useChange({
    change: async (enabled: boolean) =>
      (await answered(api.PUT('/api/v1/account/sandbox', { body: { enabled } }))).data,
    touches: [everythingInTheSandbox],
    done: ({ enabled }) => (enabled ? t('console.sandbox.sandbox-mode') : t('console.sandbox.sandbox-mode-off-what')),
  });
  return (
    <Page
      title={t('console.common.sandbox')}
      lead={t('console.sandbox.lead')}
      badges={isOn ? <Badge tone="good">{t('console.common.on')}</Badge> : <Badge>{t('console.common.off')}</Badge>}
      actions={
        <ForManagers>
          <Button
            kind={isOn ? 'plain' : 'primary'}
            busy={turn.isPending}
            onClick={() => turn.mutate(!isOn, { onSuccess: refreshSession })}
          >
            {isOn ? t('console.sandbox.turn-sandbox-mode-off') : t('console.sandbox.turn-sandbox-mode')}
          </Button>
        </ForManagers>
      }
    >
      <ErrorNotice error={turn.error} />
      {isOn ? (
        <>
          <Scenarios />
          <Servers />
          <HowTo />
          <CheckIntegration />
        </>
      ) : (
        <EmptyState title={t('console.sandbox.sandbox-mode-off')}>
          {t('console.sandbox.turn-requests-header-x')}
        </EmptyState>
      )}
    </Page>
  );
}

const scenarioNames: Readonly<Record<Scenario['scenario'], MessageKey>> = {
  clean: 'console.sandbox.clean',
  warnings: 'console.sandbox.warnings',
  critical: 'console.sandbox.critical',
};

function Scenarios() {
  const scenarios = useQuery(scenariosQuery);
  const chosen = useQuery(scenarioQuery);
  /** What was clicked, before the server has said so. */
  const [picked, setPicked] = useState<Scenario['scenario'] | null>(null);
  const choose = useChange({
    change: async (scenario: Scenario['scenario']) =>
      (await answered(api.PUT('/api/v1/sandbox/scenario', { body: { scenario } }))).data,
    touches: [scenarioQuery],
    done: ({ scenario }) => t('console.sandbox.scans-find-what-scenario', { scenario: t(scenarioNames[scenario]) }),
  });
  const mayChange = useMay('manager');
  const pick = (scenario: Scenario['scenario']) => {
    setPicked(scenario);
    choose.mutate(scenario, { onSettled: () => setPicked(null) });
  };
  return (
    <Card title={t('console.sandbox.what-scans-find')} lead={t('console.sandbox.what-scans-find-lead')}>
      <LoadError of={scenarios} />
      <LoadError of={chosen} />
      <ErrorNotice error={choose.error} />
      {(!scenarios.data || !chosen.data) && !scenarios.error && !chosen.error && <Placeholder className="h-40" />}
      {scenarios.data && chosen.data && (
        <fieldset className="grid gap-2" disabled={!mayChange}>
          <legend className="sr-only">{t('console.sandbox.scenario')}</legend>
          {scenarios.data.map(({ scenario, description }) => (
            <label
              key={scenario}
              className="flex cursor-pointer gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-raised"
            >
              <input
                type="radio"
                name="scenario"
                className="mt-1 size-4 shrink-0 accent-accent"
                checked={scenario === (picked ?? chosen.data)}
                onChange={() => pick(scenario)}
              />
              <span className="text-sm">
                <span className="block font-medium">{t(scenarioNames[scenario])}</span>
                <span className="block text-muted">{description}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Card>
  );
}

/** Documentation addresses (RFC 5737): nobody has them. */
const trialAddress = () => `192.0.2.${1 + Math.floor(Math.random() * 254)}`;
const trialCustomer = 1;

function Servers() {
  const servers = useQuery(sandboxServersQuery);
  const [isResetting, setResetting] = useState(false);
  const add = useChange({
    change: () => {
      const body = {
        billing_customer_id: trialCustomer,
        ip_address: trialAddress(),
        nickname: t('console.sandbox.trial-server'),
      };
      return answered(api.POST('/api/v1/endpoints', { body, headers: sandboxHeader }));
    },
    touches: [sandboxServersQuery],
    done: ({ data }) => t('console.sandbox.ipaddress-sandbox', { ipAddress: data.ip_address }),
  });
  const scan = useChange({
    change: async (endpoint_id: string) =>
      (await answered(api.POST('/api/v1/sandbox/scan', { body: { endpoint_id } }))).data,
    touches: [sandboxServersQuery],
    done: ({ open_ports }) =>
      open_ports.length === 0
        ? t('console.sandbox.scanned-nothing-open')
        : t('console.sandbox.scanned-open-ports', { ports: open_ports.join(', ') }),
  });
  return (
    <Card
      title={t('console.sandbox.servers-sandbox')}
      actions={
        <ForManagers>
          <div className="flex flex-wrap gap-2">
            <Button busy={add.isPending} onClick={() => add.mutate(undefined)}>
              {t('console.sandbox.add-trial-server')}
            </Button>
            <Button kind="danger" onClick={() => setResetting(true)}>
              {t('console.sandbox.empty-sandbox')}
            </Button>
          </div>
        </ForManagers>
      }
    >
      <div className="grid gap-4">
        <LoadError of={servers} />
        <ErrorNotice error={add.error ?? scan.error} />
        {servers.isPending && <Placeholder className="h-32" />}
        {servers.data?.length === 0 && (
          <EmptyState title={t('console.sandbox.sandbox-empty')}>
            {t('console.sandbox.add-trial-server-choose')}
          </EmptyState>
        )}
        {servers.data && servers.data.length > 0 && (
          <Table
            caption={t('console.sandbox.servers-sandbox-newest-first')}
            rows={servers.data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.common.server'),
                cell: ({ ip_address, nickname }) => (
                  <>
                    <span className="block font-medium">{ip_address}</span>
                    <span className="block text-xs text-muted">{nickname}</span>
                  </>
                ),
              },
              {
                heading: t('console.common.customer'),
                numeric: true,
                cell: ({ billing_customer_id }) => billing_customer_id,
              },
              {
                heading: t('console.common.last-scan'),
                cell: ({ last_scan_at }) => <Time at={last_scan_at} otherwise={t('console.common.never')} />,
              },
              {
                heading: t('console.common.actions'),
                actions: true,
                cell: ({ id, ip_address, status }) =>
                  status === 'active' && (
                    <ForManagers>
                      <Button
                        aria-label={t('console.sandbox.scan-now-ipaddress', { ipAddress: ip_address })}
                        busy={scan.isPending && scan.variables === id}
                        onClick={() => scan.mutate(id)}
                      >
                        {t('console.common.scan-now')}
                      </Button>
                    </ForManagers>
                  ),
              },
            ]}
          />
        )}
      </div>
      <ResetDialog open={isResetting} onClose={() => setResetting(false)} />
    </Card>
  );
}

function ResetDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const reset = useChange({
    change: () => answered(api.POST('/api/v1/sandbox/reset', {})),
    touches: [everythingInTheSandbox],
    done: () => t('console.sandbox.sandbox-empty'),
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('console.sandbox.empty-sandbox-title')}
      action={t('console.sandbox.empty-sandbox-action')}
      kind="danger"
      busy={reset.isPending}
      error={reset.error}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('console.sandbox.customers-servers-alerts-prices')}</p>
    </ConfirmDialog>
  );
}

function HowTo() {
  const command = `curl -X POST ${location.origin}/api/v1/billing/provision \\
  -H 'Authorization: Bearer bwk_test_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"client_id": 1, "ip_address": "192.0.2.10"}'`;
  return (
    <Card title={t('console.sandbox.billing-system')} lead={t('console.sandbox.billing-system-lead')}>
      <CodeBlock label={t('console.sandbox.order-sandbox')} text={command} />
    </Card>
  );
}

function CheckIntegration() {
  return (
    <Card title={t('console.sandbox.check')} lead={t('console.sandbox.check-lead')}>
      <a href="/docs/check-your-integration" className="text-sm text-accent underline">
        {t('console.sandbox.check-more')}
      </a>
    </Card>
  );
}
