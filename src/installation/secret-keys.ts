import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Transaction } from 'kysely';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import type { Tables } from '../core/operation/tables.ts';
import { Sealer, type SecretKeys } from '../platform/sealing.ts';
import type { Config } from './config.ts';
import { StoreError } from './store-error.ts';

/** In DATA_DIR, where SECRET_KEY does not say the key. */
export const secretKeyFile = 'secret-key';
/** Beside it: the key before, until everything is sealed under the one there. */
const otherKeyFile = `${secretKeyFile}.previous`;

/** What the database knows of its keys (decision 51). */
const facts = {
  /** Of the key that everything is sealed under. */
  fingerprint: 'secret_key_fingerprint',
  /** Of the key that values are being sealed under anew; absent: of none. */
  next: 'secret_key_next',
  /** The first key, sealed, since there is another one. */
  lasting: 'secret_key_lasting',
} as const;

type Facts = Readonly<Partial<Record<string, string>>>;
type KeySettings = Pick<Config, 'secretKey' | 'otherSecretKey' | 'dataDir'>;

/** What opening the keys may do to the installation. */
export interface KeyAccess {
  /** Make the first key. */
  readonly makes: boolean;
  /** Write down that a change of the key begins. */
  readonly writes: boolean;
}

/**
 * The keys of this installation, which its database knows from the first start on. With another one, what was encrypted or hashed
 * under the first would silently stop to match. A key is made only for a database that has none, by what makes databases: a start that
 * fails leaves no file that could be taken for the right one. A start with a new key beside the known one begins the change to it.
 * @throws StoreError
 */
export async function openSecretKeys(
  config: KeySettings,
  db: CrossPartnerDatabase,
  { makes, writes }: KeyAccess,
): Promise<SecretKeys> {
  const before = await readFacts(db);
  const isKnown = before[facts.fingerprint] !== undefined;
  if (!isKnown && !makes)
    throw new StoreError('The database has no secret key yet: its first start did not end. Run "breakwater migrate".');
  const configured = await configuredKeys(config, isKnown);
  const mine = fingerprintOf(configured.current);
  // Nearly every start: there is nothing to be decided.
  if (before[facts.fingerprint] === mine && before[facts.next] === undefined)
    return { ...configured, lasting: lastingKey(before[facts.lasting], { ...configured, first: configured.current }) };
  if (!writes) return keysBy(before, configured).keys;
  return db.transaction().execute(async (tx) => {
    await insertFact(tx, facts.fingerprint, mine);
    const { keys, beginsChange } = keysBy(await lockFacts(tx), configured);
    if (beginsChange) {
      await writeFact(tx, facts.next, mine);
      await keepLasting(tx, keys);
    }
    return keys;
  });
}

/** @throws StoreError when the keys are not those that the database knows */
function keysBy(
  { [facts.fingerprint]: known, [facts.next]: next, [facts.lasting]: sealed }: Facts,
  { current, other }: Pick<SecretKeys, 'current' | 'other'>,
): { readonly keys: SecretKeys; readonly beginsChange: boolean } {
  const [mine, others] = [fingerprintOf(current), other === null ? null : fingerprintOf(other)];
  if (mine !== known && others !== known)
    throw new StoreError(
      mine === next
        ? 'Values are still sealed under the key before: set it as SECRET_KEY_PREVIOUS until "breakwater secret rotate" has ended.'
        : sealed === undefined
          ? 'SECRET_KEY is not the one that this database was first used with. Set the original key, or restore DATA_DIR/secret-key.'
          : 'SECRET_KEY is not the one that this database is used with: it has been changed since. Set the newest key.',
    );
  if (next !== undefined && next !== mine && next !== others)
    throw new StoreError(
      'A change to another key has begun, and values are sealed under that: set it as SECRET_KEY_PREVIOUS, or as SECRET_KEY with the present one as SECRET_KEY_PREVIOUS.',
    );
  // The first key that is not the known one begins the change.
  const first = mine === known ? current : other!;
  const keys = { current, other, lasting: lastingKey(sealed, { current, other, first }) };
  return { keys, beginsChange: mine !== known && next === undefined };
}

/** Whether values may be sealed under another key than the current one. */
export async function isBetweenKeys(db: CrossPartnerDatabase): Promise<boolean> {
  return (await readFacts(db))[facts.next] !== undefined;
}

/** From now on the database knows the current key only. Everything must be sealed under it. */
export async function endKeyChange(db: CrossPartnerDatabase, keys: SecretKeys): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockFacts(tx);
    await keepLasting(tx, keys);
    await writeFact(tx, facts.fingerprint, fingerprintOf(keys.current));
    await tx.deleteFrom('installation_facts').where('name', '=', facts.next).execute();
  });
}

/** What a database knows of its key. */
export function fingerprintOf(secretKey: string): string {
  return createHash('sha256').update(`breakwater secret key fingerprint\n${secretKey}`).digest('hex');
}

/** The name of a key among nodes: tells nothing of it. */
export function keyName({ current }: SecretKeys): string {
  return fingerprintOf(current).slice(0, 12);
}

/**
 * Makes another key in DATA_DIR, and keeps the one that is there beside it until {@link forgetOtherKey}; unless that was done
 * already and the change has not ended.
 */
export async function makeNextKey(dataDir: string): Promise<void> {
  const [file, kept] = [join(dataDir, secretKeyFile), join(dataDir, otherKeyFile)];
  if (!existsSync(file)) return;
  const key = await readFile(file, 'utf8');
  // The same key twice: it ended between the two.
  if (existsSync(kept) && (await readFile(kept, 'utf8')) !== key) return;
  await writeKey(kept, key.trim());
  await writeKey(file, newKey());
}

export async function forgetOtherKey(dataDir: string): Promise<void> {
  await rm(join(dataDir, otherKeyFile), { force: true });
}

/** @returns where it was written */
export async function keepKey(dataDir: string, secretKey: string): Promise<string> {
  const file = join(dataDir, secretKeyFile);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeKey(file, secretKey);
  return file;
}

async function configuredKeys({ secretKey: given, otherSecretKey, dataDir }: KeySettings, isKnown: boolean) {
  const file = join(dataDir, secretKeyFile);
  if (given === null && isKnown && !existsSync(file))
    throw new StoreError(
      `${file} is missing: the key that this database was first used with. Restore it, or set SECRET_KEY or SECRET_KEY_FILE.`,
    );
  const current = given ?? (await readOrMakeSecretKey(file));
  const kept = join(dataDir, otherKeyFile);
  const other = otherSecretKey ?? (given === null && existsSync(kept) ? (await readFile(kept, 'utf8')).trim() : null);
  return { current, other: other === current ? null : other };
}

/** The key that the first start makes: 256 random bits, readable by the owner only. */
async function readOrMakeSecretKey(file: string): Promise<string> {
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeKey(file, newKey());
  }
  return (await readFile(file, 'utf8')).trim();
}

function newKey(): string {
  return randomBytes(32).toString('hex');
}

/** All of it, or nothing; for the owner of the directory, whose service could not read what a command leaves that runs as root. */
async function writeKey(file: string, secretKey: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${secretKey}\n`, { mode: 0o600 });
  const { uid, gid } = await stat(dirname(file));
  if (process.getuid?.() === 0) await chown(draft, uid, gid);
  await rename(draft, file);
}

/** The key of digests: the first that this installation had. @param sealed the fact; undefined: there was no other yet */
function lastingKey(
  sealed: string | undefined,
  { current, other, first }: { readonly current: string; readonly other: string | null; readonly first: string },
): string {
  return sealed === undefined
    ? first
    : lastingSealer({ current, other, lasting: '' }).open(Buffer.from(sealed, 'base64'), facts.lasting);
}

async function keepLasting(tx: Transaction<Tables>, keys: SecretKeys): Promise<void> {
  await writeFact(tx, facts.lasting, lastingSealer(keys).seal(keys.lasting, facts.lasting).toString('base64'));
}

function lastingSealer(keys: SecretKeys): Sealer {
  return new Sealer(keys, 'key of digests');
}

async function readFacts(db: CrossPartnerDatabase | Transaction<Tables>): Promise<Facts> {
  const rows = await db
    .selectFrom('installation_facts')
    .selectAll()
    .where('name', 'in', Object.values(facts))
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Processes that start at once agree on what begins. */
async function lockFacts(tx: Transaction<Tables>): Promise<Facts> {
  await tx.selectFrom('installation_facts').select('name').where('name', '=', facts.fingerprint).forUpdate().execute();
  return readFacts(tx);
}

async function insertFact(tx: Transaction<Tables>, name: string, value: string): Promise<void> {
  await tx
    .insertInto('installation_facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

async function writeFact(tx: Transaction<Tables>, name: string, value: string): Promise<void> {
  await tx
    .insertInto('installation_facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
