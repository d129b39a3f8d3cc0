import { rankOf, type Severity, severities } from '../../common/severity.ts';
import type { Assessment, Exposure } from './assessment.ts';
import { atWillKind, atWillSeverity } from './at-will.ts';
import { explain, titleOfPort } from './explanation.ts';
import { matchRisk, type RiskMatch } from './match-risk.ts';
import { inEnglish, type Wording } from './wording.ts';

/**
 * Rates an exposure and puts it into words that its owner understands. Pure: the same exposure always gives the same
 * assessment, in English unless it is given another wording. Takes anything that a network may have put into the exposure without throwing.
 */
export function assess(exposure: Exposure, say: Wording = inEnglish): Assessment {
  const match = matchRisk(exposure);
  const { severity } = match.row;
  const riskLevel = riskInContext(match.row, exposure);
  return {
    severity,
    riskLevel,
    title: titleOfPort(exposure, match, say),
    explanation: explain(exposure, match, riskLevel, say),
  };
}

/** The title alone, for lists. */
export function titleOfExposure(exposure: Exposure, say: Wording = inEnglish): string {
  return titleOfPort(exposure, matchRisk(exposure), say);
}

/** An answer without a password is worse than a mere open port; encryption together with a login is better. */
function riskInContext({ severity, open, guarded }: RiskMatch['row'], exposure: Exposure): Severity {
  const { unauthenticated, tls } = exposure;
  if (atWillKind(exposure) !== null) return atWillSeverity;
  if (unauthenticated === true) return open?.severity ?? shifted(severity, 1);
  if (unauthenticated === null) return severity;
  return guarded?.severity ?? (tls ? shifted(severity, -1) : severity);
}

function shifted(severity: Severity, steps: 1 | -1): Severity {
  return severities[rankOf(severity) + steps] ?? severity;
}
