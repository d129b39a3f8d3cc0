import { readFileSync } from 'node:fs';

export const languages = ['sh', 'php', 'ts', 'python'] as const;
export type Language = (typeof languages)[number];

/** An example in all its languages. */
export interface Example {
  readonly code: Readonly<Record<Language, string>>;
  /** What the page shows of the last answer: some of its fields, and `…` for the end of a text that differs each time. */
  readonly answer: object | null;
}

interface Block {
  readonly language: string;
  /** Under which it is to be saved. */
  readonly fileName: string | undefined;
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

/** The blocks of code of a page, in their order. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```\n/gms)].map((match) => ({
    language: match[1]!,
    fileName: match[2],
    code: match[3]!,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export interface PageExamples {
  readonly examples: readonly Example[];
  /** What the page has its readers save, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** The examples of a page, as it stands in the repository. */
export function examplesOf(file: string): PageExamples {
  return examplesIn(file, readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
}

/**
 * The examples of a page. What follows an example as JSON is its answer.
 * @throws when an example lacks one of the languages
 */
export function examplesIn(file: string, text: string): PageExamples {
  const blocks = blocksOf(text);
  const files = new Map(blocks.filter(({ fileName }) => fileName).map(({ fileName, code }) => [fileName!, code]));
  const examples: Example[] = [];
  for (let index = 0; index < blocks.length; ) {
    const group = [blocks[index]!];
    while (blocks[index + group.length]?.start === group.at(-1)!.end + 1) group.push(blocks[index + group.length]!);
    index += group.length;
    const runnable = group.filter(({ language }) => isRunnable(language));
    const code = Object.fromEntries(
      runnable.filter(({ fileName }) => !fileName).map(({ language, code: text }) => [language, text]),
    );
    if (runnable.length === 0) continue;
    for (const language of languages)
      if (!runnable.some((block) => block.language === language))
        throw new Error(`${file} has an example without ${language}:\n${runnable[0]!.code}`);
    const answer = group.find(({ language }) => language === 'json');
    examples.push({ code: code as Record<Language, string>, answer: answer ? JSON.parse(answer.code) : null });
  }
  return { examples, files };
}

function isRunnable(language: string): boolean {
  return (languages as readonly string[]).includes(language);
}

/** Where an answer is not what a page shows of it. Empty: nowhere. */
export function differencesFrom(shown: unknown, real: unknown, at = ''): string[] {
  if (typeof shown === 'string' && shown.endsWith('…'))
    return String(real).startsWith(shown.slice(0, -1)) ? [] : [`${at} is ${JSON.stringify(real)}`];
  if (!(shown instanceof Object)) return shown === real ? [] : [`${at} is ${JSON.stringify(real)}`];
  if (!(real instanceof Object)) return [`${at} is ${JSON.stringify(real)}`];
  if (Array.isArray(shown) && shown.length !== (real as unknown[]).length) return [`${at} has another length`];
  return Object.entries(shown).flatMap(([name, value]) =>
    differencesFrom(value, (real as Record<string, unknown>)[name], `${at}/${name}`),
  );
}
