import { generateSecret, generateURI, verify } from 'otplib';
import type { Operation } from '../../core/operation/operation.ts';
import type { Administrator } from './administrator-record.ts';
import type { TotpVault } from './totp-vault.ts';

/** RFC 6238 with what every authenticator application takes: SHA-1, six digits, 30 seconds. */
const stepSeconds = 30;

export function newTotpKey(): string {
  return generateSecret();
}

/** What an authenticator application reads from a QR code. */
export function totpUri(key: string, issuer: string, label: string): string {
  return generateURI({ strategy: 'totp', secret: key, issuer, label });
}

/**
 * The time step that a code belongs to, one step early or late included; null when it fits none, or one not after `lastStep`:
 * no code counts twice.
 */
export async function acceptedStep(
  key: string,
  code: string,
  now: Date,
  lastStep: number | null,
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  for (const offset of [-1, 0, 1]) {
    const step = Math.floor(epoch / stepSeconds) + offset;
    const result = await verify({
      strategy: 'totp',
      secret: key,
      token: code,
      epoch: step * stepSeconds,
      epochTolerance: 0,
    });
    if (result.valid && (lastStep === null || step > lastStep)) return step;
  }
  return null;
}

/** The same of an administrator's application, now; it was set up. */
export async function acceptedStepOf(
  { partnerId, clock }: Operation,
  vault: TotpVault,
  administrator: Administrator,
  code: string,
): Promise<number | null> {
  return acceptedStep(vault.open(partnerId, administrator), code, clock.now(), administrator.totp_last_step);
}
