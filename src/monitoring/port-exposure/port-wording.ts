import { inEnglish, type Wording } from '../../engines/port-risk/wording.ts';
import { english } from '../../platform/messages/languages.ts';
import { messagesIn } from '../../platform/messages/messages.ts';

/** How assessments speak a language: each of their phrases is a message of the same key below `alert.port`. */
export function portWordingIn(language: string): Wording {
  if (language === english) return inEnglish;
  const t = messagesIn(language);
  return ({ key, values }) => t(`alert.port.${key}`, values);
}
