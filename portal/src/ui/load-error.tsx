import { ApiError } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { EmptyState } from './card.tsx';
import { ErrorNotice } from './notice.tsx';
import { Page } from './page.tsx';

interface Failed {
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly isFetching: boolean;
}

/** What could not be fetched, why, and the way to try again; nothing when nothing failed. */
export function LoadError({ of: { error, refetch, isFetching } }: { of: Failed }) {
  if (error === null) return null;
  return (
    <div className="grid gap-3">
      <ErrorNotice error={error} />
      <div>
        <Button changesNothing busy={isFetching} onClick={() => refetch()}>
          {t('portal.common.try-again')}
        </Button>
      </div>
    </div>
  );
}

/** Whether the server says that there is no such thing, or none for this reader: the two look the same. */
function isNothingHere(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

/** A whole page in place of something that does not exist for the reader, or that could not be fetched. */
export function MissingOrFailed({ of, back }: { of: Failed; back: { to: string; label: string } }) {
  if (isNothingHere(of.error))
    return (
      <Page title={t('portal.missing.title')} back={back}>
        <EmptyState title={t('portal.missing.reason')}>{t('portal.page.back-to-list')}</EmptyState>
      </Page>
    );
  return (
    <Page title={t('portal.page.not-shown')} back={back}>
      <LoadError of={of} />
    </Page>
  );
}
