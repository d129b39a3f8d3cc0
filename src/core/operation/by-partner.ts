/**
 * Goes through rows of several partners, one partner after another: a statement that locks rows, or changes some of many, is one
 * partner's, so that on a sharded database it is one shard's (decision 55).
 * @param take given the rows of a partner, in their order
 * @returns what it took of all of them
 */
export async function byPartner<Row extends { readonly partner_id: string }, Taken>(
  rows: readonly Row[],
  take: (partnerId: string, rows: readonly Row[]) => Promise<readonly Taken[]>,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const [partnerId, theirs] of Map.groupBy(rows, (row) => row.partner_id))
    taken.push(...(await take(partnerId, theirs)));
  return taken;
}
