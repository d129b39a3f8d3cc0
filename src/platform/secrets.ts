import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits as URL-safe text: for sign-in tokens and sessions. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256: what is stored of a secret with full entropy. Not for passwords. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares in a time that tells nothing of either. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(expected));
}
