/** What commands print: for people, or with --json one JSON value for programs. */
export interface Output {
  /** Prints a result: `value` with --json, else the text. */
  result(value: unknown, text: string): void;
}

export function createOutput(json: boolean): Output {
  return {
    result: (value, text) => {
      process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
    },
  };
}

/** Columns aligned under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
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
