import { createContext, type ReactNode, useContext } from 'react';

const Hindrance = createContext<string | null>(null);

/**
 * Whoever sees what is in here may only look: buttons and switches are barred, unless they say that they change nothing. So a new one
 * is barred without anybody thinking of it, as a new operation is on the server.
 * @param because why, as a sentence; null: everything is as usual
 */
export function LooksOnly({ because, children }: { because: string | null; children: ReactNode }) {
  return <Hindrance value={because}>{children}</Hindrance>;
}

/** Why nothing can be changed here, as a sentence; null: it can. */
export function useHindrance(): string | null {
  return useContext(Hindrance);
}
