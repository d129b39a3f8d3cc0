import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Time } from '../ui/time.tsx';
import { firstRequestQuery } from './data.ts';

/** Whether a key that was made just now has been used; the request appears as soon as it comes. */
export function FirstRequest({ keyId }: { keyId: string }) {
  const { data: request } = useQuery(firstRequestQuery(keyId));
  return (
    <p role="status" className="flex min-h-12 items-center gap-2 rounded-md bg-raised px-3 py-2 text-sm">
      {request ? (
        <>
          <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-good" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <Message
              id="console.keys.first-came"
              values={{
                request: <code>{`${request.method} ${request.path}`}</code>,
                status: String(request.status),
                time: <Time at={request.at} />,
              }}
            />
          </span>
        </>
      ) : (
        <>
          <CircleDashed aria-hidden="true" size={18} className="shrink-0 text-muted motion-safe:animate-spin" />
          {t('console.keys.first-awaited')}
        </>
      )}
    </p>
  );
}
