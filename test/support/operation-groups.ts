import type { DescribedOperation } from './api-document.ts';

export const needsCredential = ({ operation }: DescribedOperation) => operation.security.length > 0;
export const isIn =
  (...tags: string[]) =>
  ({ operation }: DescribedOperation) =>
    tags.includes(operation.tags[0]);
/** Answers to administrators who are signed in, only. */
export const isOwn = isIn('Administrator', 'Identity');
/** Answers to whoever asks. */
export const isOpen = isIn('Health', 'Session');
export const needsKey = (candidate: DescribedOperation) => needsCredential(candidate) && !isOwn(candidate);
const carriesSecret = new Set(
  ['sso/token', 'webhooks', 'webhooks/{id}/rotate-secret'].map((path) => `POST /api/v1/${path}`),
);
/** Not what carries a secret, which must not be kept for a replay. */
export const repeatable = (candidate: DescribedOperation) =>
  needsKey(candidate) && candidate.method !== 'GET' && !carriesSecret.has(candidate.name);
