/** One asking serves all who ask meanwhile, and those who ask within `lifetimeMs` after it began. */
export function shareAnswers<T>(lifetimeMs: number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { readonly atMs: number; readonly answer: Promise<T> } | undefined;
  let isAsking = false;
  return () => {
    const now = performance.now();
    if (asked === undefined || (!isAsking && now - asked.atMs > lifetimeMs)) {
      isAsking = true;
      const answer = ask().finally(() => {
        isAsking = false;
      });
      asked = { atMs: now, answer };
    }
    return asked.answer;
  };
}
