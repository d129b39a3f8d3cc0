import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** What is judged, in a worker thread: loading the dictionaries and judging each take up to half a second. */
export interface JudgedPassword {
  readonly password: string;
  /** Words that whoever guesses would try first. */
  readonly personalWords: readonly string[];
}

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

/** About how many guesses it takes, by somebody who knows how people make passwords. */
export default function judgePassword({ password, personalWords }: JudgedPassword): number {
  return estimator.check(password, [...personalWords]).guesses;
}
