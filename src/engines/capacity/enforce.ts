/**
 * `active` and `quota_paused` are the platform's to move; `paused` is a person's decision and is never touched.
 * Terminated resources are not passed in.
 */
export type PaidState = 'active' | 'paused' | 'quota_paused';

export interface Resource {
  readonly id: string;
  readonly createdAt: Date;
  readonly state: PaidState;
}

export interface Enforcement<T extends Resource> {
  /** In the order to be done: newest first. */
  readonly pause: readonly T[];
  /** In the order to be done: oldest first. */
  readonly unpause: readonly T[];
}

/**
 * What paid capacity asks for (decisions §3.4): while more are active than capacity covers, the newest active one is paused;
 * while fewer are, the oldest that the platform paused comes back. Deciding again after it was done decides nothing.
 * @param capacity null: not capped
 */
export function enforce<T extends Resource>(resources: readonly T[], capacity: number | null): Enforcement<T> {
  const oldestFirst = [...resources].sort(byAge);
  const active = oldestFirst.filter((resource) => resource.state === 'active');
  const waiting = oldestFirst.filter((resource) => resource.state === 'quota_paused');
  const limit = capacity ?? Number.POSITIVE_INFINITY;
  return {
    pause: active.slice(Math.min(limit, active.length)).reverse(),
    unpause: waiting.slice(0, Math.max(0, limit - active.length)),
  };
}

/** Oldest first. */
export function byAge(a: Resource, b: Resource): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Occupied: whatever is not terminated takes its place, paused or not. */
export function hasRoom(resources: readonly Resource[], capacity: number | null): boolean {
  return capacity === null || resources.length < capacity;
}

/** Whether one more may be active. */
export function coversOneMore(resources: readonly Resource[], capacity: number | null): boolean {
  return capacity === null || resources.filter((resource) => resource.state === 'active').length < capacity;
}
