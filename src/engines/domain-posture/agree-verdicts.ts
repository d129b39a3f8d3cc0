import type { CheckVerdict } from './judge-posture.ts';
import { rate, remark } from './remarks.ts';

/**
 * What two looks at a domain say together, through two resolvers or one after the other. Where both know and differ, nothing is known; where one
 * does not know, the other counts.
 * @param one and `other`: of the same checks in the same order
 */
export function agreeVerdicts(one: readonly CheckVerdict[], other: readonly CheckVerdict[]): readonly CheckVerdict[] {
  return one.map((verdict, index) => agree(verdict, other[index]!));
}

function agree(one: CheckVerdict, other: CheckVerdict): CheckVerdict {
  const evidence = [...one.evidence, ...other.evidence];
  if (other.state === 'unknown') return { ...one, evidence };
  if (one.state === 'unknown') return { ...other, evidence };
  if (one.remarks[0]!.reason === other.remarks[0]!.reason)
    return { ...one, evidence, isComplete: one.isComplete && other.isComplete };
  const disagreement = remark('posture.resolvers_disagree');
  return { ...one, remarks: [disagreement], ...rate(disagreement), shouldBe: null, isComplete: false, evidence };
}
