import { z } from 'zod';
import { isPlainLines, isPlainText } from '../../common/text.ts';

/**
 * Field types of the contract's requests (decisions §1.7). Input is normalised first (see normaliseInput): strings are
 * trimmed, empty strings and nulls count as absent unless they say whose data is meant. `.meta` carries what the OpenAPI document shows.
 */

const booleanWords = new Map<unknown, boolean>([
  [1, true],
  ['1', true],
  ['true', true],
  [0, false],
  ['0', false],
  ['false', false],
]);

const digits = /^\d+$/;
const decimal = /^\d+(\.\d+)?$/;

/** A JSON integer, or a string of digits, because billing modules send both. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  const limit = max === Number.MAX_SAFE_INTEGER ? `at least ${min}` : `from ${min} to ${max}`;
  const message = `must be an integer ${limit}`;
  return z
    .preprocess(
      (value) => (typeof value === 'string' && digits.test(value) ? Number(value) : value),
      z.number({ error: message }).int({ error: message }).min(min, { error: message }).max(max, { error: message }),
    )
    .meta({ type: 'integer', minimum: min, ...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }) });
}

/** Money as a number or decimal text, rounded to cents and kept as exact text: `9.9` → `9.90`. */
export function money(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`;
  return z
    .preprocess(
      (value) => (typeof value === 'string' && decimal.test(value) ? Number(value) : value),
      z.number({ error: message }).min(min, { error: message }).max(max, { error: message }),
    )
    .transform((value) => value.toFixed(2))
    .meta({ type: 'number', minimum: min, maximum: max });
}

/** Text of one line. */
export function text(maxLength: number) {
  return boundedText(maxLength).refine(isPlainText, {
    error: 'must be Unicode text of one line, without control characters',
  });
}

/** Text that may have line breaks. */
export function multilineText(maxLength: number) {
  return boundedText(maxLength).refine(isPlainLines, {
    error: 'must be Unicode text without control characters other than line breaks',
  });
}

function boundedText(maxLength: number) {
  return z
    .string({ error: 'must be a string' })
    .max(maxLength, { error: `must be at most ${maxLength} characters long` });
}

export const email = text(255)
  .pipe(z.email({ error: 'must be an e-mail address' }))
  .meta({ type: 'string', format: 'email', maxLength: 255 });

/** A UUID in a body or query; in a path anything else is simply not found. */
export const uuid = z
  .guid({ error: 'must be a UUID' })
  .transform((value) => value.toLowerCase())
  .meta({ type: 'string', format: 'uuid' });

/** true, false, 1 or 0, as JSON or as text. */
export const booleanField = z
  .preprocess((value) => booleanWords.get(value) ?? value, z.boolean({ error: 'must be true or false' }))
  .meta({ type: 'boolean' });

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** Which of the two worlds of an account. */
export const worldField = oneOf(['live', 'sandbox']).meta({
  description: 'Whether it is of the real world or of the sandbox.',
});

/** An ISO 8601 time with its offset from UTC. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' })
  .transform((value) => new Date(value))
  .meta({ type: 'string', format: 'date-time' });

/** A customer's name, in an answer. */
export const nameOfCustomer = z
  .string()
  .nullable()
  .meta({ description: 'As the billing system told it; null: it did not.' });

/** What sort of caller did something. */
export const actorKind = z.enum(['api_key', 'administrator', 'customer', 'operator', 'system']);

/** Who made something, in an answer. */
export const madeBy = actorKind
  .nullable()
  .meta({ description: 'Who made it; null: the audit log does not go back that far.' });

/** An ISO 8601 instant in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });
