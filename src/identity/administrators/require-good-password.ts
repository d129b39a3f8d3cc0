import { FairQueue } from '../../common/fair-queue.ts';
import { InvalidInput } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { isGuessable } from '../../engines/password-strength/password-strength.ts';
import { inTurn, type PasswordTurn } from './password.ts';

const minLength = 12;
const maxLength = 256;
const minTellingLength = 4;
const program = 'Breakwater';

/** One is judged at a time; see `isGuessable`. */
const judging = new FairQueue({ parallel: 1, maxWaitingPerPath: 8, maxWaiting: 100 });

/** Whose password it becomes. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string | null;
}

/**
 * Long enough and on no list of what is tried first, so that guessing is hopeless behind the limits on attempts; no
 * rule on its characters (NIST SP 800-63B-4).
 * @throws InvalidInput on `field`; Refusal 429 when too many wait for the same turn
 */
export async function requireGoodPassword(
  operation: Operation,
  turn: PasswordTurn,
  field: string,
  password: string,
  { email, name }: PasswordOwner,
): Promise<void> {
  const refuse = (sentence: string) => {
    throw new InvalidInput({ [field]: [`The ${field} field ${sentence}.`] });
  };
  if (password.length < minLength || password.length > maxLength)
    refuse(`must have ${minLength} to ${maxLength} characters`);
  // A short name, such as "it", is in half of all words.
  const localPart = email.split('@')[0]!.toLowerCase();
  if (localPart.length >= minTellingLength && password.toLowerCase().includes(localPart))
    refuse('must not contain the e-mail address');
  const personalWords = [email, name ?? '', ...(await namesOfPartner(operation)), program];
  if (await inTurn(judging, turn, () => isGuessable(password, personalWords)))
    refuse(
      'is too easy to guess: take several words that belong together for you only, or have a password manager make one',
    );
}

async function namesOfPartner({ db }: Operation): Promise<string[]> {
  const names = await db
    .selectPartner()
    .leftJoin('brandings', 'brandings.partner_id', 'partners.id')
    .select(['partners.name', 'brandings.display_name'])
    .executeTakeFirstOrThrow();
  return [names.name, names.display_name ?? ''];
}

/** The turn of whoever asked for the operation. */
export function turnOfCaller({ partnerId, caller: { actor } }: Operation): PasswordTurn {
  return ['signed_in', partnerId, 'id' in actor ? actor.id : actor.kind];
}
