import type { Exposure } from './assessment.ts';

/** How services say that they refuse strangers altogether, rather than ask them for a login. */
const refusals: Readonly<Record<string, RegExp | undefined>> = {
  redis: /^-DENIED /,
  mysql: /\b(?:is not allowed to connect|is blocked because of)\b/,
  postgresql: /\bno pg_hba\.conf entry\b/,
};

/** Whether it turned us away in its maker's words, which are the banner. */
export function isRefusal({ service, method, unauthenticated, banner }: Exposure): boolean {
  const name = service.toLowerCase();
  const words = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
  return method === 'probed' && unauthenticated === false && words?.test(banner ?? '') === true;
}
