import { hidden, shownName } from './body-shape.ts';

/** Ids, numbers, times and yes or no: what tells which call it was, and is no secret. */
const telling =
  /^(\d{1,19}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|true|false|\d{4}-\d\d-\d\d(T[\d:.]{5,12}Z?)?)$/i;
/** Slugs of plans and products. */
const slug = /^[a-z][a-z0-9_-]{0,39}$/;
const maxQueryLength = 2_000;
const maxParameters = 20;

/**
 * The path of a request as it can be kept: ids stay, everything else that the caller chose is `…`.
 * @param route with its parameters as `:name`
 * @param declared parameters of the query that the operation has; what else is sent there shows its name alone
 */
export function shownPath(
  route: string,
  params: Readonly<Record<string, string>>,
  url: string,
  declared: ReadonlySet<string>,
): string {
  const path = route.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = params[name] ?? '';
    return telling.test(value) || slug.test(value) ? value : hidden;
  });
  const start = url.indexOf('?');
  if (start === -1) return path;
  const given = [...new URLSearchParams(url.slice(start + 1, start + 1 + maxQueryLength))];
  const shown = given
    .slice(0, maxParameters)
    .map(([name, value]) => `${shownName(name)}=${declared.has(name) && telling.test(value) ? value : hidden}`);
  return `${path}?${[...shown, ...(given.length > maxParameters ? [hidden] : [])].join('&')}`;
}
