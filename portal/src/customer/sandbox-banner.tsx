import { FlaskConical } from 'lucide-react';
import { t } from '../messages/messages.ts';
import { PageBanner } from '../ui/page-banner.tsx';

/** Says on every page, also on paper, that nothing of it is real. */
export default function SandboxBanner() {
  return (
    <PageBanner label={t('portal.sandbox.label')} icon={FlaskConical} isPrinted>
      <p className="min-w-48 flex-1 [overflow-wrap:anywhere]">{t('portal.sandbox.nothing-real')}</p>
    </PageBanner>
  );
}
