import { localeOf } from '../../platform/messages/local-words.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type AlertFact, type AlertKind, inPastTense } from '../alerts/index.ts';
import {
  dataClass,
  domainAlertExplanation,
  domainAlertTitle,
  type ExplainableAlert,
  namedSource,
} from './explain-domain-alert.ts';
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
    countedAs: 'leaks',
    mail: { minSeverity: null, words: 'leaks' },
    async describe(operation, alerts) {
      const t = messagesIn(operation.language);
      const attribute = await readAttributions(operation.db.shared);
      return alerts.map((record) => {
        const alert = explainable(t, leakAlert(record), attribute);
        return {
          title: domainAlertTitle(t, alert),
          explanation: leakExplanation(t, leakAlert(record), attribute),
          facts: factsOf(t, alert),
        };
      });
    },
  };
}

export function explainable(t: Messages, { kind: name, evidence }: LeakAlert, attribute: Attribute): ExplainableAlert {
  return {
    domain: evidence.domain,
    finding_type: findingTypes[name],
    kind: evidence.kind,
    evidence,
    sourceNames: attribute(evidence.sources).map((source) => namedSource(t, source.name)),
  };
}

/** What leaked stays leaked: of an alert that was dealt with is said when it was last reported. */
export function leakExplanation(t: Messages, alert: LeakAlert, attribute: Attribute): string {
  return inPastTense(t, alert, domainAlertExplanation(t, explainable(t, alert, attribute)), ['alert.over.leak', {}]);
}

function factsOf(t: Messages, { domain, evidence, sourceNames }: ExplainableAlert): AlertFact[] {
  const number = (value: number) => value.toLocaleString(localeOf(t.language));
  const facts: (AlertFact | null)[] = [
    { label: t('alert.fact.domain'), value: domain },
    evidence.breach_name === null ? null : { label: t('alert.fact.breach'), value: evidence.breach_name },
    evidence.actor === null ? null : { label: t('alert.fact.actor'), value: evidence.actor },
    evidence.identities === 0 ? null : { label: t('alert.fact.people'), value: number(evidence.identities) },
    evidence.data_classes.length === 0
      ? null
      : { label: t('alert.fact.data'), value: evidence.data_classes.map((each) => dataClass(t, each)).join(', ') },
    { label: t('alert.fact.findings'), value: number(evidence.findings) },
    evidence.clear_text_secrets === 0
      ? null
      : { label: t('alert.fact.clear-text'), value: number(evidence.clear_text_secrets) },
    { label: t('alert.fact.reported-by'), value: sourceNames.join(', ') },
  ];
  return facts.filter((fact) => fact !== null);
}
