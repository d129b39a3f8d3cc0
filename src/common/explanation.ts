/** The parts of an alert's explanation that are told where there is no room for all of it. */
export interface ExplanationInShort {
  /** The first sentence of why it matters; null: it is not said. */
  readonly why: string | null;
  /** The first sentence of what to do; null: it is not said. */
  readonly what: string | null;
}

/** A paragraph that says before its colon what it is about, as “What to do” in whatever language. */
const labelled = /^(¿?\p{Lu}[\p{L}\p{N}’' ]{2,40}\??)\s?:\s(.+)$/su;

/** What a paragraph is about, and the rest of it; null: it does not say. */
export function splitLabel(paragraph: string): { readonly about: string; readonly rest: string } | null {
  const [, about, rest] = labelled.exec(paragraph) ?? [];
  return about === undefined || rest === undefined ? null : { about, rest };
}

/** What to do, whole: explanations of all kinds end with it, be it a paragraph or a list. Null: it is not said. */
export function adviceIn(explanation: string): string | null {
  return splitLabel(explanation.split('\n\n').at(-1) ?? '')?.rest ?? null;
}

/**
 * An explanation in two sentences. Explanations of all kinds are in the same order: how things are, why that matters, what was seen, and at
 * the end what to do, be it a paragraph or a list.
 * @param language of the text (BCP 47): what ends a sentence is not the same everywhere
 */
export function inShort(explanation: string, language: string): ExplanationInShort {
  const told = explanation.split('\n\n').flatMap((paragraph) => splitLabel(paragraph) ?? []);
  const firstOf = (text: string | undefined) => (text === undefined ? null : firstSentence(text, language));
  return { why: told.length > 1 ? firstOf(told[0]?.rest) : null, what: firstOf(told.at(-1)?.rest) };
}

/** Less is no sentence, but ends in an abbreviation: “z. B.” */
const shortestSentence = 20;

function firstSentence(text: string, language: string): string {
  const [line = ''] = text.trim().split('\n');
  let sentence = '';
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(
    line.replace(/^\d+\. /, ''),
  )) {
    sentence += segment;
    if (sentence.trim().length >= shortestSentence) break;
  }
  return sentence.charAt(0).toUpperCase() + sentence.slice(1).trimEnd();
}
