import { ChannelsCard } from '../channels/channels-card.tsx';
import { LooksOnly } from '../may-change.tsx';
import { t } from '../messages/messages.ts';
import { Page } from '../ui/page.tsx';
import { useMay } from './own-account.ts';

/** The account's own chats and pagers. */
export function ChannelsPage() {
  const mayChange = useMay('manager');
  return (
    <Page title={t('portal.channels.title')} lead={t('console.channels.lead')}>
      <LooksOnly because={mayChange ? null : t('console.layout.support-only')}>
        <ChannelsCard owner={null} lead={t('console.channels.card-lead')} />
      </LooksOnly>
    </Page>
  );
}
