/** What an answer says when it is an error, in whichever shape of its group: what its readers have in common. */
export interface ErrorAnswer {
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly error?: { readonly code: string | number; readonly message: string };
}

/** @param text the body as it was sent; of one that is no JSON, such as a page, nothing is known */
export function readErrorAnswer(text: string): ErrorAnswer {
  try {
    return JSON.parse(text) as ErrorAnswer;
  } catch {
    return {};
  }
}

/** Null: the answer is no error, or its shape has no code. */
export function errorCodeOf(answer: ErrorAnswer): string | null {
  return answer.error === undefined ? null : String(answer.error.code);
}
