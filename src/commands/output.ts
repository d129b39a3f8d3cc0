import { escapedJson, plainLines, plainText } from '../common/text.ts';

/** What commands print: for people, or with --json one JSON value for programs. */
export interface Output {
  /** Prints a result: `value` with --json, else the text. Whatever names are in it, nothing of it steers the terminal. */
  result(value: unknown, text: string): void;
}

/** @param stream what is printed to */
export function createOutput(json: boolean, stream: NodeJS.WritableStream = process.stdout): Output {
  return {
    result: (value, text) => {
      stream.write(`${json ? escapedJson(value) : plainLines(text)}\n`);
    },
  };
}

/** Columns aligned under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((line) => line.map(plainText));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
