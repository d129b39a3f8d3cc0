import type { CorpusKeys } from '../../engines/leak-corpus/read-leak.ts';
import { deriveKey } from '../../platform/sealing.ts';

/** Under which the corpus keeps digests of secrets, logins and texts. With another secret key the same secret looks like another one. */
export function corpusKeys(secretKey: string): CorpusKeys {
  return {
    secrets: deriveKey(secretKey, 'leak corpus secrets'),
    logins: deriveKey(secretKey, 'leak corpus logins'),
    texts: deriveKey(secretKey, 'leak corpus texts'),
  };
}
