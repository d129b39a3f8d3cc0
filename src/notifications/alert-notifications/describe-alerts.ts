import { type ExplanationInShort, inShort } from '../../common/explanation.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { withReadableNames } from '../../engines/domain-names/readable-name.ts';
import type { AlertKind, AlertRecord } from '../../monitoring/alerts/index.ts';

/** An alert in the words of its kind. */
export interface DescribedAlert {
  readonly kind: AlertKind;
  readonly title: string;
  readonly inShort: ExplanationInShort;
}

/**
 * Alerts in the operation's language, by id: a bounded number of statements for each kind. Of kinds that a newer version has raised
 * nothing can be said, so they are left out.
 */
export async function describeAlerts(
  operation: Operation,
  kinds: readonly AlertKind[],
  alerts: readonly AlertRecord[],
): Promise<ReadonlyMap<string, DescribedAlert>> {
  const described = new Map<string, DescribedAlert>();
  for (const [name, ofKind] of Map.groupBy(alerts, ({ kind }) => kind)) {
    const kind = kinds.find((each) => each.name === name);
    const texts = kind ? await kind.describe(operation, ofKind) : [];
    for (const [index, { title, explanation }] of texts.entries())
      described.set(ofKind[index]!.id, {
        kind: kind!,
        title: withReadableNames(title),
        inShort: inShort(withReadableNames(explanation), operation.language),
      });
  }
  return described;
}
