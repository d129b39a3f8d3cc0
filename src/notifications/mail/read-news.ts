import type { Operation } from '../../core/operation/operation.ts';
import { rankOf } from '../../engines/common/severity.ts';
import { readableName, withReadableNames } from '../../engines/domain-names/readable-name.ts';
import { type AlertKind, type AlertRecord, openAlerts } from '../../monitoring/alerts/index.ts';
import type { NewsItem } from './alert-mail.ts';
import { type Choice, readChoices } from './settings.ts';

/**
 * What a customer wants to hear of these alerts as they are now, the most severe first: what was resolved, allowed or
 * acknowledged meanwhile is left out, and so is what the settings leave out by now.
 */
export async function readNews(
  operation: Operation,
  kinds: readonly AlertKind[],
  customerId: string,
  ids: readonly string[],
): Promise<NewsItem[]> {
  const choices = await readChoices(operation, kinds, customerId);
  const open = Map.groupBy(await openAlerts(operation, customerId, ids), ({ kind }) => kind);
  const news: NewsItem[] = [];
  for (const kind of kinds) {
    const wanted = (open.get(kind.name) ?? []).filter((alert) => isWanted(alert, choices.get(kind.name)!));
    if (wanted.length === 0) continue;
    const texts = await kind.describe(operation, wanted);
    for (const [index, alert] of wanted.entries())
      news.push({
        subject: kind.subject,
        words: kind.mail,
        id: alert.id,
        severity: alert.severity,
        title: withReadableNames(texts[index]!.title),
        where: subjectOf(alert),
      });
  }
  return news.toSorted((a, b) => rankOf(b.severity) - rankOf(a.severity));
}

function isWanted({ severity }: AlertRecord, { enabled, min_severity }: Choice): boolean {
  return enabled && rankOf(severity) >= rankOf(min_severity ?? 'low');
}

/** Which server or domain. */
function subjectOf({ ip_address, nickname, key, domain_id }: AlertRecord): string {
  // Of a leak, the name that was looked for: the record may have another one by now.
  if (domain_id !== null) return readableName(key.split(' ')[0]!);
  return nickname === ip_address ? ip_address! : `${nickname} (${ip_address})`;
}
