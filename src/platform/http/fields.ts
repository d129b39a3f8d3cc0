import { z } from 'zod';
import { InvalidInput } from './problems.ts';

/**
 * Field types of the contract's requests (decisions §1.7). Input is normalised first (see normaliseInput): strings are
 * trimmed, empty strings and nulls count as absent. `.meta` carries what the OpenAPI document shows.
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

export function text(maxLength: number) {
  return z
    .string({ error: 'must be a string' })
    .max(maxLength, { error: `must be at most ${maxLength} characters long` })
    .refine((value) => !value.includes('\0'), { error: 'must not contain NUL characters' });
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

/** An ISO 8601 instant in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** No operation takes input nested half as deep; much deeper, walking it would exhaust the stack. */
const maxDepth = 32;

/**
 * Trims strings and drops what counts as absent, at every depth. Array positions are kept, so that an error can name them.
 * @throws InvalidInput when the input is nested too deep to be anything we ask for
 */
export function normaliseInput(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.trim();
  if (value === null || typeof value !== 'object') return value;
  if (depth > maxDepth)
    throw new InvalidInput({ body: [`The body must not be nested deeper than ${maxDepth} levels.`] });
  if (Array.isArray(value)) return value.map((entry) => normaliseInput(entry, depth + 1));
  const normalised: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) {
    const kept = normaliseInput(entry, depth + 1);
    if (kept !== '' && kept !== null && kept !== undefined) normalised[name] = kept;
  }
  return normalised;
}

/** Zod's issues about `input` as the contract's map: dotted field name → sentences. */
export function fieldErrors(error: z.core.$ZodError, input: unknown): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const add = (path: readonly PropertyKey[], problem: string) => {
    const field = path.join('.') || 'body';
    const sentence = `The ${field} field ${problem}.`;
    errors[field] ??= [];
    if (!errors[field].includes(sentence)) errors[field].push(sentence);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], 'is not accepted');
    else add(issue.path, valueAt(input, issue.path) === undefined ? 'is required' : issue.message);
  }
  return errors;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
}
