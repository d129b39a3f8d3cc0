import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import type { Alert } from './data.ts';
import { PortActions } from './port-actions.tsx';

type Part = ComponentType<{ alert: Alert }>;

/** What the page of an alert has besides what the API says of alerts of every kind. */
interface Extras {
  /** In place of the actions that the API names. */
  readonly Actions?: Part;
  /** Below the evidence. */
  readonly More?: Part;
  /** The page that shows its cause among others of its sort, in place of the list of alerts. */
  readonly backOf?: (alert: Alert) => { to: string; label: string };
}

const extras: Readonly<Record<string, Extras>> = {
  port: { Actions: PortActions },
  leaked_credentials: { More: () => <Findings view="credentials" /> },
  dark_web: { More: () => <Findings view="dark-web" /> },
  domain_posture: {
    backOf: ({ subject: { id, name } }) => ({ to: `/domains/${id}`, label: readableName(name) }),
  },
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
