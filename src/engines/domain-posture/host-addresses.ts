import { isEvidence } from '../../common/dns-answer.ts';
import type { LookTools } from './domain-look.ts';

export interface HostAddresses {
  /** IPv4 first. */
  readonly addresses: readonly string[];
  /** Whether both questions were answered. */
  readonly isKnown: boolean;
  readonly isAlias: boolean;
}

export async function hostAddresses({ ask }: LookTools, name: string): Promise<HostAddresses> {
  const answers = await Promise.all([ask({ name, type: 'A' }), ask({ name, type: 'AAAA' })]);
  return {
    addresses: answers.flatMap(({ records }) => records),
    isKnown: answers.every(isEvidence),
    isAlias: answers.some(({ isAlias }) => isAlias),
  };
}
