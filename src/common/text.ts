/**
 * What text must not carry: control characters (C0, DEL, C1), the line and paragraph separators of Unicode, and what turns the
 * direction of the text around it. They forge lines in mails, steer a terminal, and show a name as another one.
 */
const unfit = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** The same, but for line breaks. */
const unfitInLines = /[^\P{Cc}\r\n]|\r(?!\n)|[\u202a-\u202e\u2066-\u2069]/u;

/** Whether it is well-formed Unicode in one line that reads as it is written. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !unfit.test(text);
}

/** Whether it is well-formed Unicode in lines (LF or CRLF) that read as they are written. */
export function isPlainLines(text: string): boolean {
  return text.isWellFormed() && !unfitInLines.test(text);
}

const runs = new RegExp(`${unfit.source}+`, 'gu');
const runsInLines = new RegExp(`(?:${unfitInLines.source})+`, 'gu');

/** Text of any origin as one plain line: what is unfit becomes a space. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(runs, ' ');
}

/** Text of any origin as plain lines: what is unfit becomes a space. */
export function plainLines(text: string): string {
  return text.toWellFormed().replace(runsInLines, ' ');
}

const unfitInJson = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** JSON in which whatever plain text must not carry is escaped. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    unfitInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
