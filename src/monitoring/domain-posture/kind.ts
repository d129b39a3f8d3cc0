import { printableText } from '../../engines/port-risk/printable-text.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type AlertFact, type AlertKind, inPastTense } from '../alerts/index.ts';
import { type PostureEvidence, postureEvidence } from './evidence.ts';
import { explainRemarks, recordLine } from './explain-check.ts';

/** What everybody can see of a domain and is not as it should be: one alert for each check. */
export const postureKind: AlertKind = {
  name: 'domain_posture',
  subject: 'domain',
  family: 'domain_alert',
  actions: ['acknowledge', 'mark_false_positive', 'resolve', 'reopen'],
  // What is only missing is a note that nobody is written a mail about.
  mail: { minSeverity: 'medium', words: 'posture' },
  async describe(operation, alerts) {
    const t = messagesIn(operation.language);
    return alerts.map((alert) => {
      const evidence = postureEvidence.parse(alert.evidence);
      const { domain, check, state } = evidence;
      return {
        title: t(`alert.posture.title.${check}`, { domain, state }),
        explanation: inPastTense(t, alert, explanationOf(t, evidence), ['alert.over.posture', { domain }]),
        facts: factsOf(t, evidence),
        ...(evidence.should_be === null ? {} : { remediation: remediationOf(t, evidence.should_be) }),
      };
    });
  },
};

function explanationOf(t: Messages, { domain, check, remarks, found, should_be: shouldBe }: PostureEvidence): string {
  const advice =
    shouldBe === null
      ? t('alert.posture.do', { whom: check === 'registration' || check === 'dnssec' ? 'registrar' : 'other', domain })
      : t('alert.posture.publish', {
          record: recordLine(shouldBe),
          host: shouldBe.name,
          warns: /-all|p=(?:reject|quarantine)/.test(shouldBe.value) ? 'yes' : 'no',
        });
  return [
    explainRemarks(t, remarks),
    t('alert.port.part.why', { text: t(`alert.posture.why.${check}`, { domain }) }),
    ...(found.length === 0 ? [] : [t('alert.port.part.seen', { text: foundText(found) })]),
    t('alert.port.part.advice', { text: advice }),
  ].join('\n\n');
}

/** Strangers wrote it. */
function foundText(found: readonly string[]): string {
  return found.flatMap((record) => printableText(record, 300) ?? []).join(' · ');
}

function factsOf(t: Messages, { domain, check, found, answers }: PostureEvidence): AlertFact[] {
  const asked = [...new Set(answers.map((answer) => ('url' in answer ? new URL(answer.url).host : answer.server)))];
  const facts: (AlertFact | null)[] = [
    { label: t('alert.fact.domain'), value: domain },
    { label: t('alert.fact.check'), value: t(`alert.posture.check.${check}`) },
    found.length === 0 ? null : { label: t('alert.fact.found'), value: foundText(found) },
    asked.length === 0 ? null : { label: t('alert.fact.asked-of'), value: asked.join(', ') },
  ];
  return facts.filter((fact) => fact !== null);
}

function remediationOf(t: Messages, shouldBe: NonNullable<PostureEvidence['should_be']>) {
  const commands = { publish_record: recordLine(shouldBe) };
  return { selected: 'dns', platforms: [{ name: 'dns', label: t('alert.remediation.dns'), commands }] };
}
