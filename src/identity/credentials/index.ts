export {
  /** What may be shown of a key. */
  displayPrefix,
  /** A new API key. */
  generateApiKey,
} from './api-key.ts';
export {
  /** A session that was not used for so long has ended, however much of its time is left. */
  sessionIdleSeconds,
} from './authenticate.ts';
