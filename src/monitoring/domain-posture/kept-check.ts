import type { Severity } from '../../common/severity.ts';
import type { CheckVerdict, Evidence } from '../../engines/domain-posture/judge-posture.ts';
import {
  type PostureCheck,
  type PostureState,
  type PublishedRecord,
  type Reason,
  type Remark,
  reasons,
} from '../../engines/domain-posture/remarks.ts';

/** An answer that a verdict stands on: who was asked what, when, and what came of it. */
export type KeptAnswer =
  | {
      readonly name: string;
      readonly type: string;
      readonly server: string;
      readonly at: string;
      readonly outcome: string;
    }
  | { readonly url: string; readonly at: string; readonly outcome: string };

/** One check of a domain as a look left it, in the database. */
export interface KeptCheck {
  readonly check: PostureCheck;
  readonly state: PostureState;
  readonly severity: Severity | null;
  readonly remarks: readonly Remark[];
  readonly found: readonly string[];
  readonly should_be: PublishedRecord | null;
  readonly complete: boolean;
  readonly answers: readonly KeptAnswer[];
  /** What the last look that could tell was worst about; null: none could yet. */
  readonly known: Reason | null;
}

/** Answers of one check: SPF and name servers can have more. */
const keptAnswers = 40;

/** @param before as the look before left the checks, whichever that knew */
export function keepChecks(verdicts: readonly CheckVerdict[], before: readonly KeptCheck[]): readonly KeptCheck[] {
  return verdicts.map(({ check, state, severity, remarks, found, shouldBe, isComplete, evidence }) => ({
    check,
    state,
    severity,
    remarks,
    found,
    should_be: shouldBe,
    complete: isComplete,
    answers: evidence.slice(0, keptAnswers).map(keptAnswer),
    known: state === 'unknown' ? knownOf(before, check) : remarks[0]!.reason,
  }));
}

export function knownOf(checks: readonly KeptCheck[], check: PostureCheck): Reason | null {
  const known = checks.find((each) => each.check === check)?.known ?? null;
  // A program before this one may have known others.
  return known !== null && Object.hasOwn(reasons, known) ? known : null;
}

export function keptAnswer(evidence: Evidence): KeptAnswer {
  const { outcome } = evidence;
  const at = evidence.at.toISOString();
  if ('url' in evidence) return { url: evidence.url, at, outcome };
  const { question, server } = evidence;
  return { name: question.name, type: question.type, server, at, outcome };
}
