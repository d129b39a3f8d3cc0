/** Asks whoever is signed in for password or code. @returns whether it was shown */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/**
 * Has requests ask by it that want a proof.
 * @returns what ends that
 */
export function askForProofBy(asker: Ask): () => void {
  ask = asker;
  return () => {
    ask = null;
  };
}

/** Sends a request; one that wants a proof is sent again once it was given, so that no form has to know of it. */
export async function fetchWithProof(request: Request): Promise<Response> {
  const asker = ask;
  if (request.method === 'GET' || asker === null) return fetch(request);
  // A body is sent once.
  const again = request.clone();
  const answer = await fetch(request);
  if (!(await wantsProof(answer))) return answer;
  // Of several requests at once one asks.
  asking ??= asker().finally(() => {
    asking = null;
  });
  return (await asking) ? fetch(again) : answer;
}

async function wantsProof(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body = (await answer.clone().json()) as { readonly error?: { readonly code?: unknown } } | null;
  return body?.error?.code === 'PROOF_REQUIRED';
}
