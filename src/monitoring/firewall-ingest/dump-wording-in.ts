import { type DumpWording, dumpInEnglish } from '../../engines/firewall-dumps/dump-wording.ts';
import { english } from '../../platform/messages/languages.ts';
import { messagesIn } from '../../platform/messages/messages.ts';

/** How readings of dumps speak a language: each of their texts is a message of the same key below `firewall.dump`. */
export function dumpWordingIn(language: string): DumpWording {
  if (language === english) return dumpInEnglish;
  const t = messagesIn(language);
  return ({ key, values }) => t(`firewall.dump.${key}`, values);
}
