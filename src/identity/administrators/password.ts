import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue, QueueFull } from '../../common/fair-queue.ts';
import { tooMany } from '../../core/api/problems.ts';
import type { Operation, PasswordCost } from '../../core/operation/operation.ts';

const argon2id = promisify(argon2);

/** OWASP's second recommendation for Argon2id: 19 MiB, 2 passes, 1 lane. */
const usualCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const tagLength = 32;
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/**
 * For whom a password is looked at, from the coarsest to the finest: turns go round on each level. Those who are signed in, devices
 * that are known and everybody else have a third of the time each, whatever the others do; partners share each third evenly.
 */
export type PasswordTurn = readonly [
  lane: 'signed_in' | 'known_device' | 'visitor',
  partnerId: string,
  /** Of a session, a device or a network. */
  who: string,
];

/** Each takes a core for tens of milliseconds and 19 MiB: two at once leave the process responsive, whoever tries how often. */
const hashing = new FairQueue({ parallel: 2, maxWaitingPerPath: 8, maxWaiting: 500 });
const retryAfterSeconds = 5;

/**
 * Argon2id in PHC notation.
 * @throws Refusal 429 when too many wait for the same turn
 */
export async function hashPassword(
  { passwordCost: cost = usualCost }: Pick<Operation, 'passwordCost'>,
  turn: PasswordTurn,
  password: string,
): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await digest(turn, password, salt, cost, tagLength);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Takes the cost from the hash, so that older hashes stay good when the cost is raised.
 * @throws Refusal 429 when too many wait for the same turn
 */
export async function verifyPassword(turn: PasswordTurn, password: string, hash: string): Promise<boolean> {
  const match = pattern.exec(hash);
  if (!match) throw new Error('A stored password hash is not Argon2id in PHC notation.');
  const [, memory, passes, parallelism, salt, tag] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const expected = Buffer.from(tag, 'base64');
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(await digest(turn, password, Buffer.from(salt, 'base64'), stored, expected.length), expected);
}

/**
 * Takes as long as a real check: for addresses that nobody has, so that the time does not tell which exist.
 * @throws Refusal 429 when too many wait for the same turn
 */
export async function pretendToVerify(
  { passwordCost: cost = usualCost }: Pick<Operation, 'passwordCost'>,
  turn: PasswordTurn,
  password: string,
): Promise<false> {
  await digest(turn, password, randomBytes(saltLength), cost, tagLength);
  return false;
}

/** @throws Refusal 429 instead of QueueFull */
export async function inTurn<T>(queue: FairQueue, turn: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(turn, work);
  } catch (error) {
    if (error instanceof QueueFull) throw tooMany('passwords came from there at once', retryAfterSeconds);
    throw error;
  }
}

/** NFKC: the same keys give the same password on every system. Blanks around it are none of it, as in all input. */
function digest(
  turn: PasswordTurn,
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: PasswordCost,
  length: number,
): Promise<Buffer> {
  const message = Buffer.from(password.trim().normalize('NFKC'));
  const parameters = { message, nonce, memory, passes, parallelism, tagLength: length };
  return inTurn(hashing, turn, () => argon2id('argon2id', parameters) as Promise<Buffer>);
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
