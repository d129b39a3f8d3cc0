import type { AdministratorNotice } from '../../core/operation/tables/notifications.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

interface Words {
  readonly subject: string;
  readonly what: string;
  /** For a reader who did not do it. */
  readonly otherwise: string;
}

const words: Readonly<Record<AdministratorNotice['event'], Words>> = {
  new_device: {
    subject: 'New sign-in',
    what: 'Somebody signed in to the console as you, in a browser that was not used for it before.',
    otherwise:
      'If this was not you, change your password at once, which signs everybody else out, and set up a second factor.',
  },
  password_changed: {
    subject: 'Your password was changed',
    what: 'The password that you sign in to the console with was changed. Everywhere else you are signed out.',
    otherwise: 'If this was not you, ask another administrator to take your access away, or your provider to reset it.',
  },
  password_reset: {
    subject: 'Your password was reset',
    what: 'Another password was chosen for you, by a link that was mailed to this address. Everywhere you are signed out.',
    otherwise:
      'If this was not you, somebody else can read your mail: ask an owner of the account to take your access away.',
  },
  second_factor_removed: {
    subject: 'Your second factor was turned off',
    what: 'From now on the password alone is enough to sign in to the console as you.',
    otherwise: 'If this was not you, change your password at once, and set up a second factor again.',
  },
  access_reset: {
    subject: 'Your sign-in was reset',
    what: 'Your provider gave you another password for the console, without a second factor, and signed you out everywhere.',
    otherwise: 'If you did not ask for this, ask your provider why.',
  },
};

/** The mail that tells an administrator what was done to the account, when, and from where. */
export function noticeMail(portal: MailPortal, notice: AdministratorNotice, at: Date): MailText {
  const { subject, what, otherwise } = words[notice.event];
  return mailText(
    portal,
    `${subject}: console of ${portal.name}`,
    [
      heading(subject),
      paragraph(what),
      paragraph([`On ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`, ...originSentence(notice)].join(' ')),
      paragraph(otherwise),
      button(portal, 'Look at your account', `${portal.url}/console/account`),
    ],
    { reason: `You get this because you sign in to the console of ${portal.name} with this address.`, links: [] },
  );
}

/** Where something came from; empty: it was the operator. */
export function originSentence({
  address,
  user_agent: userAgent,
}: Pick<AdministratorNotice, 'address' | 'user_agent'>): string[] {
  return address === null ? [] : [`From ${address}, with ${userAgent ?? 'a browser without a name'}.`];
}
