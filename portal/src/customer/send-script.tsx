import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { subjectName } from './alert-words.ts';
import { alertQuery } from './data.ts';
import { mailtoOf, type ScriptMail, scriptText } from './script-mail.ts';

/**
 * Gives an alert and the script that ends it to somebody else: by what the device shares with, or by a mail of the reader's own.
 * The service sends nothing: a mail in the partner's name that says what to run as root must not go to any address that is typed in.
 */
export function SendScript({ alertId, lead, script }: { alertId: string; lead: string; script: string }) {
  const { data: alert } = useQuery(alertQuery(alertId));
  if (!alert) return null;
  const [summary = ''] = alert.explanation.split('\n\n');
  const title = withReadableNames(alert.title);
  const mail: ScriptMail = { title, where: subjectName(alert), summary: withReadableNames(summary), lead, script };
  if ('share' in navigator)
    return (
      <Button changesNothing className="w-full sm:w-auto" onClick={() => share(mail)}>
        <Send aria-hidden="true" size={16} />
        {t('portal.send.action')}
      </Button>
    );
  const { href, isWhole } = mailtoOf(mail);
  return (
    <a
      href={href}
      className={`${buttonClass()} w-full sm:w-auto`}
      onClick={() => {
        if (!isWhole) copyScript(script);
      }}
    >
      <Send aria-hidden="true" size={16} />
      {t('portal.send.action')}
    </a>
  );
}

async function share(mail: ScriptMail): Promise<void> {
  try {
    await navigator.share({ title: mail.title, text: scriptText(mail) });
  } catch (error) {
    // The reader changed their mind.
    if ((error as Error).name === 'AbortError') return;
    const { href, isWhole } = mailtoOf(mail);
    if (!isWhole) await copyScript(mail.script);
    location.href = href;
  }
}

async function copyScript(script: string): Promise<void> {
  await navigator.clipboard.writeText(script).then(
    () => announce(t('portal.send.copied')),
    () => announce(t('portal.send.copy-it')),
  );
}
