/** More than wait at any time in practice; a statement with all of them is still a short one. */
const mostAtOnce = 500;

/**
 * Answers many questions at once for the cost of one. The first is asked at once; those that come while it is under way wait for it, and are
 * asked together then. So it takes nobody longer when there is little to do, and each less the more there is.
 */
export class Together<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  /** After so long those who wait go ahead: what keeps others may not concern them. */
  readonly #patienceMs: number;
  #waiting: { readonly question: Question; readonly answer: PromiseWithResolvers<Answer> }[] = [];
  #underWay = 0;
  #patience: NodeJS.Timeout | null = null;

  /** @param ask gives an answer to each question, in their order; if it throws, that is the answer to all of them */
  constructor(ask: (questions: readonly Question[]) => Promise<readonly Answer[]>, patienceMs = 100) {
    this.#ask = ask;
    this.#patienceMs = patienceMs;
  }

  ask(question: Question): Promise<Answer> {
    const answer = Promise.withResolvers<Answer>();
    this.#waiting.push({ question, answer });
    if (this.#underWay === 0) this.#askWaiting();
    else this.#patience ??= setTimeout(() => this.#askWaiting(), this.#patienceMs);
    return answer.promise;
  }

  #askWaiting(): void {
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#patience = null;
    const asked = this.#waiting.splice(0, mostAtOnce);
    if (asked.length === 0) return;
    this.#underWay += 1;
    this.#ask(asked.map(({ question }) => question))
      .then(
        (answers) => {
          for (const [index, { answer }] of asked.entries()) answer.resolve(answers[index]!);
        },
        (error) => {
          for (const { answer } of asked) answer.reject(error);
        },
      )
      .finally(() => {
        this.#underWay -= 1;
        if (this.#waiting.length > 0) this.#askWaiting();
      });
  }
}
