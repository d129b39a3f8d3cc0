import { isDeepStrictEqual } from 'node:util';
import type { Judgement, LiveAlert, Sighting } from './alert-kind.ts';
import { alertMove } from './lifecycle.ts';

/** What is to be written: each live alert and each sighting appears in one list at most,
 * but what is told otherwise or reopened is confirmed, too. */
export interface AlertDecision {
  readonly raise: readonly Sighting[];
  /** Seen again. */
  readonly confirm: readonly { readonly alert: LiveAlert; readonly sighting: Sighting }[];
  /** Those of them that are told otherwise now. */
  readonly reassess: readonly { readonly alert: LiveAlert; readonly sighting: Sighting }[];
  readonly reopen: readonly { readonly alert: LiveAlert; readonly sighting: Sighting }[];
}

/** What was seen of causes has one live alert for each; what a judgement does not name stays as it is. */
export function decideAlerts(live: readonly LiveAlert[], { seen, ended }: Judgement): AlertDecision {
  const over = new Set(ended.map(({ alertId }) => alertId));
  const liveByKey = new Map(live.filter(({ id }) => !over.has(id)).map((alert) => [alert.key, alert]));
  const confirm = seen.flatMap((sighting) => {
    const alert = liveByKey.get(sighting.key);
    return alert ? [{ alert, sighting }] : [];
  });
  return {
    raise: seen.filter(({ key }) => !liveByKey.has(key)),
    confirm,
    reassess: confirm.filter(
      ({ alert, sighting }) =>
        alert.severity !== sighting.severity || !isDeepStrictEqual(alert.evidence, sighting.evidence),
    ),
    reopen: confirm.filter(
      ({ alert, sighting }) => sighting.isNews && alertMove(alert.status, 'new_evidence').kind === 'change',
    ),
  };
}
