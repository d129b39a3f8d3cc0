import { Link } from '@tanstack/react-router';
import { HostName } from '../ui/host-name.tsx';

/** A server in a table: its address, which leads to its alerts, and its name where that says more. */
export function ServerCell({
  server: { id, ip_address, nickname, hostname },
}: {
  server: { id: string; ip_address: string; nickname: string; hostname: string };
}) {
  return (
    <>
      <Link
        to="/console/alerts"
        search={{ server: id }}
        className="inline-flex min-h-6 items-center font-medium text-accent underline"
      >
        {ip_address}
      </Link>
      {(nickname || hostname) !== ip_address && (
        <span className="block text-xs text-muted">
          <HostName name={nickname || hostname} />
        </span>
      )}
    </>
  );
}
