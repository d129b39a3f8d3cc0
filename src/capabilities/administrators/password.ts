import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { InvalidInput, Refusal } from '../../platform/http/problems.ts';

const argon2id = promisify(argon2);

/** OWASP's second recommendation for Argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltLength = 16;
const tagLength = 32;
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Each takes a core for tens of milliseconds and 19 MiB: two at once leave the process responsive, whoever tries how often. */
const maxParallel = 2;
/** About two seconds' worth of them. */
const maxWaiting = 50;
const retryAfterSeconds = 5;

const minLength = 12;
const maxLength = 256;
const minTellingLength = 4;

/**
 * Long enough that guessing is hopeless behind the limit on attempts, and no rule on its characters (NIST SP 800-63B-4).
 * @throws InvalidInput on `field`
 */
export function requireGoodPassword(field: string, password: string, email: string): void {
  const refuse = (sentence: string) => {
    throw new InvalidInput({ [field]: [`The ${field} field ${sentence}.`] });
  };
  if (password.length < minLength || password.length > maxLength)
    refuse(`must have ${minLength} to ${maxLength} characters`);
  if (new Set(password).size < 5) refuse('must not repeat so few different characters');
  // A short name, such as "it", is in half of all words.
  const localPart = email.split('@')[0]!.toLowerCase();
  if (localPart.length >= minTellingLength && password.toLowerCase().includes(localPart))
    refuse('must not contain the e-mail address');
}

/** Argon2id in PHC notation. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await digest(password, salt, cost, tagLength);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Takes the cost from the hash, so that older hashes stay good when the cost is raised. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
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
  return timingSafeEqual(await digest(password, Buffer.from(salt, 'base64'), stored, expected.length), expected);
}

/** Takes as long as a real check: for addresses that nobody has, so that the time does not tell which exist. */
export async function pretendToVerify(password: string): Promise<false> {
  await digest(password, randomBytes(saltLength), cost, tagLength);
  return false;
}

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs the work when there is room; in the order of arrival.
 * @throws Refusal 429 when too many wait already
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxParallel) running += 1;
  else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
  else
    throw new Refusal(429, `Too many people sign in at once. Try again in ${retryAfterSeconds} seconds.`, {
      'Retry-After': String(retryAfterSeconds),
    });
  try {
    return await work();
  } finally {
    // Whoever is next takes the place over.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** NFKC: the same keys give the same password on every system. Blanks around it are none of it, as in all input. */
function digest(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: { memory: number; passes: number; parallelism: number },
  length: number,
): Promise<Buffer> {
  const message = Buffer.from(password.trim().normalize('NFKC'));
  const parameters = { message, nonce, memory, passes, parallelism, tagLength: length };
  return inTurn(() => argon2id('argon2id', parameters) as Promise<Buffer>);
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
