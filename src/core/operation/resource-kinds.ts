/** What partners' customers have watched: a table, a life cycle and alerts of its own each (`resources/lifecycle`). */
export const resourceKinds = ['endpoint', 'domain'] as const;
export type ResourceKind = (typeof resourceKinds)[number];
