import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useCustomerId } from './customer.ts';
import { type Domain, domainKeys, verificationQuery } from './domain-data.ts';

/** The TXT record that proves control of a domain, and the look whether it is there. */
export function VerifyDomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const verification = useQuery(verificationQuery(customerId, domain.id));
  const check = useMutation({
    mutationFn: async () =>
      (
        await answered(
          api.POST('/api/v1/domain-monitoring/domains/{id}/verification/check', {
            params: { path: { id: domain.id } },
            body: { billing_customer_id: customerId },
          }),
        )
      ).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKeys }),
  });
  const { data } = verification;
  return (
    <Dialog
      open
      title={t('portal.verify.title', { domain: readableName(domain.domain) })}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={check.isPending} disabled={!data} onClick={() => check.mutate()}>
          {t('portal.verify.check')}
        </Button>
      }
    >
      <div className="grid gap-4 text-sm">
        <p>{t('portal.verify.why', { example: `j***n@${readableName(domain.domain)}` })}</p>
        {verification.isPending && <Placeholder className="h-36" />}
        <LoadError of={verification} />
        {data && (
          <>
            <div className="grid gap-1">
              <h3 className="font-medium">{t('portal.verify.name')}</h3>
              <CodeBlock text={data.record.name} label={t('portal.verify.name-label')} />
            </div>
            <div className="grid gap-1">
              <h3 className="font-medium">{t('portal.verify.value')}</h3>
              <CodeBlock text={data.record.value} label={t('portal.verify.value-label')} />
            </div>
          </>
        )}
        <div role="status">
          {check.data && <Notice kind={check.data.record_found ? 'good' : 'warning'}>{check.data.message}</Notice>}
          {!check.data && data?.verified && <Notice kind="good">{t('portal.verify.proved')}</Notice>}
        </div>
        <ErrorNotice error={check.error} />
      </div>
    </Dialog>
  );
}
