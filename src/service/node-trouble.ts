import type { NodeRecord } from '../core/nodes/nodes.ts';

/** What a node says that it lacks, in words; null: nothing. */
export function unwellChecks({ checks }: Pick<NodeRecord, 'checks'>): string | null {
  const unwell = Object.entries(checks).filter(([, state]) => state !== 'ok');
  return unwell.length === 0 ? null : unwell.map(([check, state]) => `${check} ${state}`).join(', ');
}

/** What is wrong with a node, in words; null: nothing. One that ended in order is no node any more. */
export function nodeTrouble(node: NodeRecord): string | null {
  const { role, host, pid, alive, silent_seconds } = node;
  const name = `${role} ${host}:${pid}`;
  if (!alive) return `${name} has been silent for ${Math.round(silent_seconds)} s`;
  const unwell = unwellChecks(node);
  return unwell === null ? null : `${name} is not well: ${unwell}`;
}
