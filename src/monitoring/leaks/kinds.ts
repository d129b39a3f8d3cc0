import type { AlertFact, AlertKind } from '../alerts/index.ts';
import { domainAlertExplanation, domainAlertTitle, type ExplainableAlert } from './explain-domain-alert.ts';
import { findingTypes, type LeakAlert, type LeakKindName, leakAlert } from './leak-alert.ts';
import { type Attribute, readAttributions } from './leak-source-register.ts';

/** Credentials of a domain that leaked: an alert for each breach or source, and way of leaking. */
export const leakedCredentialsKind = leakKind('leaked_credentials');
/** Mentions of a domain where criminals publish and trade: an alert for each actor or source, and kind of place. */
export const darkWebKind = leakKind('dark_web');

function leakKind(name: LeakKindName): AlertKind {
  return {
    name,
    subject: 'domain',
    family: 'domain_alert',
    // Resolved is final: what leaked cannot be undone, so only new evidence speaks again, by another alert (decisions §5.7).
    actions: ['acknowledge', 'resolve'],
    // Leaks are rare, and each needs somebody to change passwords.
    mail: { minSeverity: null, one: 'leak about your domains', many: 'leaks about your domains' },
    async describe(operation, alerts) {
      const attribute = await readAttributions(operation.db.unscoped);
      return alerts.map((record) => {
        const alert = explainable(leakAlert(record), attribute);
        return {
          title: domainAlertTitle(alert),
          explanation: domainAlertExplanation(alert),
          facts: factsOf(alert),
        };
      });
    },
  };
}

export function explainable({ kind: name, evidence }: LeakAlert, attribute: Attribute): ExplainableAlert {
  return {
    domain: evidence.domain,
    finding_type: findingTypes[name],
    kind: evidence.kind,
    evidence,
    sourceNames: attribute(evidence.sources).map((source) => source.name),
  };
}

function factsOf({ domain, evidence, sourceNames }: ExplainableAlert): AlertFact[] {
  const facts: (AlertFact | null)[] = [
    { label: 'Domain', value: domain },
    evidence.breach_name === null ? null : { label: 'Breach', value: evidence.breach_name },
    evidence.actor === null ? null : { label: 'Actor', value: evidence.actor },
    evidence.identities === 0 ? null : { label: 'People affected', value: evidence.identities.toLocaleString('en') },
    evidence.data_classes.length === 0 ? null : { label: 'Data', value: evidence.data_classes.join(', ') },
    { label: 'Findings', value: evidence.findings.toLocaleString('en') },
    evidence.clear_text_secrets === 0
      ? null
      : { label: 'Passwords in clear text', value: evidence.clear_text_secrets.toLocaleString('en') },
    { label: 'Reported by', value: sourceNames.join(', ') },
  ];
  return facts.filter((fact) => fact !== null);
}
