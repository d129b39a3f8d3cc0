import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { answered, api } from '../api/api.ts';
import { reloadOtherTabs } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/notice.tsx';

/** Opens the customer's portal in this browser, read-only, at one of its pages. */
export function ViewAs({ customerId, path = '/' }: { customerId: number; path?: string }) {
  const view = useMutation({
    mutationFn: () => answered(api.POST('/api/v1/session/view', { body: { billing_customer_id: customerId } })),
    onSuccess: () => {
      reloadOtherTabs();
      location.assign(path);
    },
  });
  return (
    <>
      <Button kind="primary" busy={view.isPending || view.isSuccess} onClick={() => view.mutate()}>
        <Eye aria-hidden="true" size={16} />
        {t('console.view-as.view-customer')}
      </Button>
      <ErrorNotice error={view.error} />
    </>
  );
}
