import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { answered, api } from '../api/api.ts';
import { reloadOtherTabs } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';

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
    <section
      aria-label={t('portal.view.label')}
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-high bg-surface px-4 py-2 text-sm sm:px-6 lg:px-10 print:hidden"
    >
      <Eye aria-hidden="true" size={18} className="shrink-0 text-high" />
      <p className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        {name === null
          ? t('portal.view.as-customer', { id: `${customerId}` })
          : t('portal.view.as-named', { name, id: `${customerId}` })}
      </p>
      <Button changesNothing busy={end.isPending} onClick={() => end.mutate()}>
        {t('portal.view.back')}
      </Button>
    </section>
  );
}
