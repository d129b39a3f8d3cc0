import { AlertPage } from './alert-page.tsx';

/** At the address of an alert about a server. */
export function ServerAlertPage() {
  return <AlertPage list="endpoint" />;
}

/** At the address of an alert about a domain. */
export function DomainAlertPage() {
  return <AlertPage list="domain" />;
}
