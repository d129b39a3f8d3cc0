import { z } from 'zod';
import type { LineEnds, Published } from '../support-ends.ts';
import { MalformedData } from './malformed-data.ts';

const day = z.iso.date();

/** `GET /api/v1/products/full` of endoflife.date. What it has besides is passed over. */
const products = z.object({
  generated_at: z.iso.datetime({ offset: true }),
  total: z.int(),
  result: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      releases: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          isEol: z.boolean(),
          eolFrom: day.nullish(),
          eoesFrom: day.nullish(),
        }),
      ),
    }),
  ),
});

/**
 * Where the lines of products end, by product and line: `php 8.2`.
 * @throws MalformedData
 */
export function readEndOfLife(text: string): Published<ReadonlyMap<string, LineEnds>> {
  const { generated_at: generatedAt, total, result } = parsed(text);
  if (total !== result.length) throw new MalformedData(`It has ${result.length} products of ${total}.`);
  const lines = result.flatMap(({ name, label, releases }) =>
    releases.map((release) => [`${name} ${release.name}`, endsOf(label, release)] as const),
  );
  return { asOf: generatedAt.slice(0, 10), value: new Map(lines) };
}

function parsed(text: string): z.output<typeof products> {
  const { success, data, error } = products.safeParse(json(text));
  if (success) return data;
  const [issue] = error.issues;
  throw new MalformedData(`It is no list of products of endoflife.date: ${issue?.path.join('.')}: ${issue?.message}.`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedData(`It is no whole JSON: ${(error as Error).message}.`);
  }
}

type Release = z.output<typeof products>['result'][number]['releases'][number];

/** A label such as “Windows Server 2012 R2” says all of it; most are the line alone. */
function endsOf(product: string, { label, isEol, eolFrom, eoesFrom }: Release): LineEnds {
  return {
    label: /^\d/.test(label) ? `${product} ${label}` : label,
    isEnded: isEol,
    endsOn: eolFrom ?? null,
    paidEndsOn: eoesFrom ?? null,
  };
}
