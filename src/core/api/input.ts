import { z } from 'zod';
import { InvalidInput } from './problems.ts';
import { scopeFieldNames } from './scope-fields.ts';

/** Field name → sentences. Nested fields use dots. */
export type FieldErrorMap = Readonly<Record<string, readonly string[]>>;

/** More than any operation takes: 500 services or prices have 3,502. What else is in a body is not looked at. */
const maxValues = 10_000;
const maxReportedFields = 50;
/** A client chooses the names of unknown fields. */
const maxNameLength = 100;

/** What is wrong with an input, field by field. Sentences beyond the reported fields are not made. */
export class FieldErrors {
  readonly #sentences = new Map<string, string[]>();
  readonly #unreported = new Set<string>();

  /** @param problem what follows "The … field" */
  add(path: readonly PropertyKey[], problem: string): void {
    const field = path.join('.') || 'body';
    const name = field.length > maxNameLength ? `${field.slice(0, maxNameLength).toWellFormed()}…` : field;
    this.addSentence(name, `The ${name} field ${problem}.`);
  }

  addSentence(field: string, sentence: string): void {
    const sentences = this.#sentences.get(field);
    if (sentences === undefined && this.#sentences.size >= maxReportedFields) this.#unreported.add(field);
    else if (sentences === undefined) this.#sentences.set(field, [sentence]);
    else if (!sentences.includes(sentence)) sentences.push(sentence);
  }

  addAll(errors: FieldErrorMap): void {
    for (const [field, sentences] of Object.entries(errors))
      for (const sentence of sentences) this.addSentence(field, sentence);
  }

  /** @throws InvalidInput when anything is wrong */
  throwIfAny(): void {
    if (this.#sentences.size === 0) return;
    const { size: unreported } = this.#unreported;
    const more = unreported === 1 ? '1 more field is wrong.' : `${unreported} more fields are wrong.`;
    throw new InvalidInput({ ...Object.fromEntries(this.#sentences), ...(unreported > 0 ? { _more: [more] } : {}) });
  }
}

/** The errors of a check that throws InvalidInput; none when it passes. */
export function errorsOf(check: () => unknown): FieldErrorMap {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof InvalidInput) return error.errors;
    throw error;
  }
}

/**
 * What a schema knows of an input, with strings trimmed and without what counts as absent. The rest is dropped unseen, so
 * that the work follows from the schema and not from who sends what. Array positions are kept, so that an error can name them.
 * @throws InvalidInput on body when there are more values than any operation takes
 */
export function normaliseInput(schema: z.ZodObject, input: unknown): Record<string, unknown> {
  const budget = { left: maxValues };
  return members(schema, (input ?? {}) as Readonly<Record<string, unknown>>, budget);
}

/**
 * Parses each field by itself, so that one that is wrong hides no other.
 * @returns the fields that are right
 */
export function parseFields(
  schema: z.ZodObject,
  normalised: Readonly<Record<string, unknown>>,
  errors: FieldErrors,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const result = z.safeParse(field, normalised[name]);
    if (!result.success) addIssues(errors, name, result.error, normalised);
    else if (result.data !== undefined) values[name] = result.data;
  }
  // Kept of a strict object only.
  for (const name of Object.keys(normalised))
    if (!Object.hasOwn(schema.shape, name)) errors.add([name], 'is not accepted');
  return values;
}

interface Budget {
  left: number;
}

function spend(budget: Budget, values: number): void {
  budget.left -= values;
  if (budget.left < 0)
    throw new InvalidInput({ body: [`The body must not have more than ${maxValues.toLocaleString('en')} values.`] });
}

function normalised(schema: z.core.$ZodType, value: unknown, budget: Budget): unknown {
  if (typeof value === 'string') return value.trim();
  if (value === null || typeof value !== 'object') return value;
  const shaped = unwrapped(schema);
  if (Array.isArray(value)) {
    if (!(shaped instanceof z.ZodArray)) return value;
    spend(budget, value.length);
    return value.map((entry) => normalised(shaped.element, entry, budget));
  }
  return shaped instanceof z.ZodObject ? members(shaped, value as Readonly<Record<string, unknown>>, budget) : value;
}

function members(
  schema: z.ZodObject,
  value: Readonly<Record<string, unknown>>,
  budget: Budget,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries<z.core.$ZodType>(schema.shape)) {
    if (!Object.hasOwn(value, name)) continue;
    spend(budget, 1);
    const entry = normalised(member, value[name], budget);
    const isEmpty = entry === '' || entry === null;
    if (entry === undefined || (isEmpty && !isStrict(schema) && !scopeFieldNames.has(name))) continue;
    kept[name] = entry;
  }
  if (!isStrict(schema)) return kept;
  // A further field is refused whatever its value is, so its value is not looked at.
  for (const name in value) {
    if (!Object.hasOwn(value, name) || Object.hasOwn(schema.shape, name)) continue;
    spend(budget, 1);
    Object.defineProperty(kept, name, { value: true, enumerable: true });
  }
  return kept;
}

/** Whether an object takes nothing that it does not declare, and nothing that is there but empty. */
function isStrict({ def }: z.ZodObject): boolean {
  return def.catchall?._zod.def.type === 'never';
}

/** The schema that the input itself has to fit. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrapped(schema.def.innerType);
  if (schema instanceof z.ZodPipe)
    return unwrapped(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  return schema;
}

function addIssues(errors: FieldErrors, name: string, error: z.core.$ZodError, input: unknown): void {
  for (const issue of error.issues) {
    const path = [name, ...issue.path];
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) errors.add([...path, key], 'is not accepted');
    else errors.add(path, valueAt(input, path) === undefined ? 'is required' : issue.message);
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
}
