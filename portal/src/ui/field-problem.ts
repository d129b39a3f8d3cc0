import { type MessageKey, t } from '../messages/messages.ts';

/** What the API says of a field, behind "The … field"; its numbers are the values of the message. */
const known: readonly (readonly [RegExp, MessageKey])[] = [
  [/^is required$/, 'problem.field.required'],
  [/^must be at most (?<limit>\d+) characters long$/, 'problem.field.too-long'],
  [/^must have (?<least>\d+) to (?<most>\d+) characters$/, 'problem.field.length'],
  [/^must be an e-mail address$/, 'problem.field.email'],
  [/^must be a domain name, such as /, 'problem.field.domain-name'],
  [/^must be a selector of DKIM, such as /, 'problem.field.selector'],
  [/^must be a single IPv4 or IPv6 address$/, 'problem.field.server-address'],
  [/^must be an https:\/\/ address$/, 'problem.field.https'],
  [/^must be a colour such as #1d4ed8$/, 'problem.field.colour'],
  [/^must be at most (?<limit>\d+) KiB$/, 'problem.field.too-large'],
  [/^must be Unicode text of one line, without control characters$/, 'problem.field.one-line'],
  [/^must not contain the e-mail address$/, 'problem.field.contains-email'],
  [/^is too easy to guess: /, 'problem.field.guessable'],
  [/^is not your password$/, 'problem.field.not-your-password'],
  [/^must be the present code of your application$/, 'problem.field.code'],
  [/^must be the present code of the application: check its clock$/, 'problem.field.code-clock'],
  [/^must be a new passkey, made for this portal a moment ago$/, 'problem.field.not-new-passkey'],
  [/^must be an address in a domain of yours$/, 'problem.field.foreign-domain'],
];

/** A sentence of the API about a field, for below that field; one that is not known here stays as the API says it. */
export function fieldProblem(field: string, sentence: string): string {
  const beginning = `The ${field} field `;
  if (!sentence.startsWith(beginning)) return sentence;
  const problem = sentence.slice(beginning.length).replace(/\.$/, '');
  for (const [pattern, key] of known) {
    const match = pattern.exec(problem);
    if (match) return t(key, match.groups);
  }
  return sentence.replace(beginning, 'This ');
}
