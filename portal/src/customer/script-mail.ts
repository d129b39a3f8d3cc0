import { t } from '../messages/messages.ts';
/** What an administrator of a server needs to end an alert. */
export interface ScriptMail {
  readonly title: string;
  readonly where: string;
  /** What it is about, in a sentence. */
  readonly summary: string;
  /** Where and as whom the script is run. */
  readonly lead: string;
  readonly script: string;
}

/** What mail programs and systems pass on of a `mailto:` address, with some room. */
const maxAddressLength = 1_900;

export function scriptText({ title, where, summary, lead, script }: ScriptMail): string {
  return [`${title}\n${where}`, summary, lead, script].filter((part) => part !== '').join('\n\n');
}

/**
 * The address that opens a new mail with the alert and the script in it; the recipient is for the reader to fill in.
 * @returns `isWhole` false: the script is too long for an address, and the mail has a place for it
 */
export function mailtoOf(mail: ScriptMail): { readonly href: string; readonly isWhole: boolean } {
  const whole = addressOf(mail.title, scriptText(mail));
  if (whole.length <= maxAddressLength) return { href: whole, isWhole: true };
  const short = scriptText({ ...mail, script: t('portal.send.place') });
  return { href: addressOf(mail.title, short).slice(0, maxAddressLength), isWhole: false };
}

function addressOf(subject: string, text: string): string {
  // Lines of a mail end by RFC 6068 in both characters.
  const body = encodeURIComponent(text.toWellFormed().replaceAll('\n', '\r\n'));
  return `mailto:?subject=${encodeURIComponent(subject.toWellFormed())}&body=${body}`;
}
