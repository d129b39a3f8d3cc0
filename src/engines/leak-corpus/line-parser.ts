import type { CredentialFields } from './credential-fields.ts';
import type { Verdict } from './reject-reason.ts';

/**
 * Reads one line, `bytes[start .. end]` without its line end, into `fields`. It may change the line's bytes, and its fields may
 * point into them.
 */
export type LineParser = (bytes: Uint8Array, start: number, end: number, fields: CredentialFields) => Verdict;
