import { sql } from 'kysely';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type AlertKind, type AlertRecord, inPastTense } from '../alerts/index.ts';
import { describeVersion, factsOf } from './describe-version.ts';
import { versionData } from './feeds.ts';
import { judgeVersions, mayTell } from './judge-versions.ts';
import { remediateVersion } from './remediate-version.ts';
import { versionEvidence } from './version-evidence.ts';

/** Systems and programs that nobody mends any more, and vulnerabilities that are exploited (decision 105). */
export const versionKind: AlertKind = {
  name: 'version',
  subject: 'endpoint',
  family: 'alert',
  // Who pays for extended support says so by a false positive, until that ends.
  actions: ['acknowledge', 'mark_false_positive', 'resolve', 'reopen'],
  mail: { minSeverity: 'medium', words: 'versions' },
  // What titles follow from.
  fault: { key: sql`concat_ws(' ', evidence->>'name', evidence->>'cve')` },
  async describe(operation, alerts) {
    const t = messagesIn(operation.language);
    return alerts.map((alert) => {
      const evidence = versionEvidence.parse(alert.evidence);
      const address = alert.ip_address!;
      const { title, explanation } = describeVersion(t, evidence, address);
      const until = ['version.alert.until', { address, title }] as const;
      const remediation = remediateVersion(evidence);
      return {
        title,
        explanation: inPastTense(t, alert, explanation, until),
        facts: factsOf(t, evidence),
        ...(remediation && { remediation }),
      };
    });
  },
  async refuseReopen(_tx, { endpoint_status }: AlertRecord) {
    return endpoint_status === 'terminated' ? 'The server is not monitored any more.' : null;
  },
  async judgePorts(tx, observed, live) {
    const known = await live();
    if (!mayTell(observed, known)) return { seen: [], ended: [] };
    return judgeVersions(observed, known, await versionData(tx.db.shared), tx.clock.now());
  },
};
