import { changes, type MessageWords } from '../../engines/messengers/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';

/** What messages to chats and pagers say in a language. */
export function messageWords(language: string): MessageWords {
  const t = messagesIn(language);
  return {
    label: (change, severity) => {
      if (change === 'over') return t('channel.over');
      const word = t(`alert.severity.${severity}`);
      return change === 'new' ? word : t(`channel.label.${change}`, { severity: word });
    },
    summary: (counts, worst) => {
      const told = changes.filter((change) => counts[change] > 0);
      const list = told.map((change) => t(`channel.count.${change}`, { count: counts[change] })).join(', ');
      return worst === null
        ? t('channel.summary', { list })
        : t('channel.summary-worst', { list, severity: t(`alert.severity.${worst}`) });
    },
    testHeadline: (sender) => t('channel.test-headline', { sender }),
    testText: t('channel.test-text'),
    flapNote: t('channel.flaps'),
    rest: (count) => t('channel.rest', { count }),
    more: t('channel.more'),
    open: t('channel.open'),
    alert: t('channel.alert'),
    allAlerts: t('channel.all-alerts'),
  };
}
