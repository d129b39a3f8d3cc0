import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';

interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Below a list whose next page is to come; nothing where there is none. */
export function MoreButton({ of, label }: { of: Paged; label?: string }) {
  if (!of.hasNextPage) return null;
  return (
    <div className="mt-5">
      <Button busy={of.isFetchingNextPage} onClick={() => of.fetchNextPage()}>
        {label ?? t('console.common.show-more')}
      </Button>
    </div>
  );
}
