import { z } from 'zod';
import { postureChecks, type Reason, reasons } from '../../engines/domain-posture/remarks.ts';

const answer = z.union([
  z.strictObject({ name: z.string(), type: z.string(), server: z.string(), at: z.string(), outcome: z.string() }),
  z.strictObject({ url: z.string(), at: z.string(), outcome: z.string() }),
]);

/** What an alert about a domain's posture stands on, as stored. Its texts came from the network. */
export const postureEvidence = z.strictObject({
  /** The name that was looked at: the record may have another one by now. */
  domain: z.string(),
  check: z.enum(postureChecks),
  state: z.enum(['weak', 'broken', 'absent']),
  /** The worst first. */
  remarks: z.array(
    z.strictObject({
      reason: z.enum(Object.keys(reasons) as [Reason, ...Reason[]]),
      values: z.record(z.string(), z.string()),
    }),
  ),
  found: z.array(z.string()),
  should_be: z.strictObject({ name: z.string(), type: z.enum(['TXT', 'MX', 'DS']), value: z.string() }).nullable(),
  answers: z.array(answer),
});
export type PostureEvidence = z.infer<typeof postureEvidence>;
