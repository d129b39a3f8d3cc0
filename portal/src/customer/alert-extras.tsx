import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { t } from '../messages/messages.ts';
import { CheckNow } from './check-now.tsx';
import type { Alert } from './data.ts';
import { PortActions } from './port-actions.tsx';
import { Remediation } from './remediation.tsx';

type Part = ComponentType<{ alert: Alert }>;

/** What the page of an alert has besides what the API says of alerts of every kind. */
interface Extras {
  /** In place of the actions that the API names. */
  readonly Actions?: Part;
  /** How to end the cause, step by step. */
  readonly Remedy?: Part;
  /** Below the evidence. */
  readonly More?: Part;
}

const extras: Readonly<Record<string, Extras>> = {
  port: {
    Actions: PortActions,
    Remedy: ({ alert }) => (
      <>
        <Remediation alertId={alert.id} serverId={alert.subject.id} />
        <CheckNow alert={alert} />
      </>
    ),
  },
  leaked_credentials: { More: () => <Findings view="credentials" /> },
  dark_web: { More: () => <Findings view="dark-web" /> },
};

/** A kind without any needs no entry: its page shows what the API says. */
export function extrasOf({ kind }: Alert): Extras {
  return Object.hasOwn(extras, kind) ? extras[kind]! : {};
}

function Findings({ view }: { view: 'credentials' | 'dark-web' }) {
  return (
    <p className="mt-4 text-sm">
      <Link to="/leaks" search={{ view }} className="text-accent underline">
        {t('portal.alert.see-findings')}
      </Link>
    </p>
  );
}
