import { Message } from '../../messages/message.tsx';
import { t } from '../../messages/messages.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { snippets } from './snippets.ts';

/** The secret of a webhook, this once, and how to verify with it. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  return (
    <Dialog
      open={secret !== null}
      title={t('console.webhooks.secret-title')}
      closeLabel={t('console.webhooks.i-have-kept-it')}
      closesByButtonOnly
      onClose={onClose}
    >
      {secret !== null && (
        <div className="grid gap-4 text-sm">
          <Notice kind="warning" title={t('console.webhooks.copy-it-now')}>
            {t('console.webhooks.shown-once')}
          </Notice>
          <CodeBlock label={t('console.webhooks.secret')} text={secret} />
          <p>
            <Message
              id="console.webhooks.verify"
              values={{ name: 'WEBHOOK_SECRET' }}
              parts={{ code: (text) => <code>{text}</code> }}
            />
          </p>
          {snippets.map(({ language, code }) => (
            <details key={language}>
              <summary className="cursor-pointer font-medium">{t('console.webhooks.verify-in', { language })}</summary>
              <div className="mt-2">
                <CodeBlock label={t('console.webhooks.verify-in', { language })} text={code.trimEnd()} />
              </div>
            </details>
          ))}
        </div>
      )}
    </Dialog>
  );
}
