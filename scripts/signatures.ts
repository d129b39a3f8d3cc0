import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';

/** Signs a file by GnuPG, with a key of its keyring (GNUPGHOME): an armoured signature beside it. */
export function signBeside(file: string, key: string, signature = `${file}.asc`): void {
  gpg(key, ['--armor', '--detach-sign', '--output', signature], file, signature);
}

/** Writes a file with its signature around its text. */
export function signAround(file: string, key: string, signed: string): void {
  gpg(key, ['--clearsign', '--output', signed], file, signed);
}

/** The public half of a key, armoured. @throws Error when there is no such key */
export function publicKey(key: string): string {
  const armoured = execFileSync('gpg', ['--batch', '--armor', '--export', key], { encoding: 'utf8' });
  if (armoured === '') throw new Error(`GnuPG has no key "${key}": import it, or set GNUPGHOME to where it is.`);
  return armoured;
}

function gpg(key: string, how: readonly string[], file: string, target: string): void {
  rmSync(target, { force: true });
  execFileSync('gpg', ['--batch', '--local-user', key, ...how, file], { stdio: ['ignore', 'ignore', 'inherit'] });
}
