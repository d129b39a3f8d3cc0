import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { answered, api } from '../api/api.ts';
import { reloadOtherTabs } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { PageBanner } from '../ui/page-banner.tsx';

/** Says on every page that an administrator looks at it, whose portal it is, and leads back to the console. */
export default function ViewBanner({ customerId, name }: { customerId: number; name: string | null }) {
  const end = useMutation({
    mutationFn: () => answered(api.DELETE('/api/v1/session/view', {})),
    onSettled: () => {
      reloadOtherTabs();
      location.assign(`/console/customers/${customerId}`);
    },
  });
  return (
    <PageBanner label={t('portal.view.label')} icon={Eye}>
      <p className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        {name === null
          ? t('portal.view.as-customer', { id: `${customerId}` })
          : t('portal.view.as-named', { name, id: `${customerId}` })}
      </p>
      <Button changesNothing busy={end.isPending} onClick={() => end.mutate()}>
        {t('portal.view.back')}
      </Button>
    </PageBanner>
  );
}
