import { operatingSystemHint } from '../../operating-system.ts';
import type { ProbeTarget, Recognition } from '../../recogniser.ts';
import type { HttpResponse } from '../http-response.ts';
import { webApplications } from '../web-applications.ts';
import { hostOf } from '../web-requests.ts';
import { fit } from './marks.ts';
import type { Marks, WebApplication } from './web-application.ts';

/** An application, with the answer that showed it. */
export interface FoundApplication extends Recognition {
  readonly row: WebApplication;
  readonly page: HttpResponse;
}

/** A further page of a web server, and who it may show. */
export interface Page {
  readonly path: string;
  /** The page to which the front page leads. */
  readonly isLanding?: true;
  find(answer: HttpResponse): FoundApplication | null;
}

/** Who a page shows that anybody gets who opens the address. */
export function shownBy(page: HttpResponse, { port }: Pick<ProbeTarget, 'port'>): FoundApplication | null {
  const here = webApplications.filter(({ onlyOnPorts }) => onlyOnPorts?.includes(port) ?? true);
  return firstFitting(here, ({ shows = [] }) => shows, page);
}

/** Pages that may tell what the front page does not: fixed ones for its manner, and where it leads. */
export function nextPages(front: HttpResponse, target: ProbeTarget): readonly Page[] {
  return [...pagesBehind(front), ...landingPage(front, target)];
}

function firstFitting(
  rows: readonly WebApplication[],
  marksOf: (row: WebApplication) => readonly Marks[],
  page: HttpResponse,
): FoundApplication | null {
  for (const row of rows) {
    for (const marks of marksOf(row)) {
      const fitting = fit(marks, page);
      if (fitting) return found(row, page, fitting.version);
    }
  }
  return null;
}

function found(row: WebApplication, page: HttpResponse, version: string | undefined): FoundApplication {
  const { service, product, purpose } = row;
  const title = page.title ?? undefined;
  const operatingSystem = operatingSystemHint(page.headers.get('server') ?? '');
  return { row, page, service, product, purpose, version, title, operatingSystem };
}

function pagesBehind(front: HttpResponse): readonly Page[] {
  const suspected = webApplications.flatMap((row) =>
    (row.behind ?? []).flatMap((behind) => (fit(behind.front, front) ? [{ row, ...behind }] : [])),
  );
  return [...new Set(suspected.map(({ path }) => path))].map((path) => ({
    path,
    find(answer) {
      for (const { row, shows } of suspected.filter((one) => one.path === path)) {
        const fitting = fit(shows, answer);
        if (fitting) return found(row, answer, fitting.version);
      }
      return null;
    },
  }));
}

/** Where a page leads on this very port. Nowhere else is followed. */
export function landingPage(page: HttpResponse, target: ProbeTarget, from = '/'): readonly Page[] {
  const reference = referenceOf(page);
  const path = reference === undefined ? null : ownPath(reference, target, from);
  return path === null ? [] : [{ path, isLanding: true, find: (answer) => shownBy(answer, target) }];
}

const longestSignpost = 4096;
const refresh =
  /<meta\b(?=[^>]{0,300}\bhttp-equiv=["']?refresh\b)[^>]{0,300}\bcontent=["']?\s{0,5}[0-5]\s{0,5};\s{0,5}url=["']?([^"'>\s]{1,500})/i;
/** A script with more in it may go there only when somebody clicks. */
const goingScript =
  /<script\b[^>]{0,200}>(?:\s|<!--|\/\/){0,20}(?:(?:window|document|self|top)\.)?location(?:\.href)?(?:\s{0,5}=\s{0,5}|\.(?:replace|assign)\(\s{0,5})["']([^"'\s<>]{1,500})["'][\s);]{0,10}(?:\/\/)?\s{0,20}(?:-->)?\s{0,20}<\/script>/i;

/** A redirect, or a page that has nothing but the way to another one: a refresh within seconds, or a script that only goes there. */
function referenceOf({ status, headers, body }: HttpResponse): string | undefined {
  if (status >= 300 && status <= 399) return headers.get('location');
  if (status !== 200 || body.length > longestSignpost || /<form\b/i.test(body)) return undefined;
  return (refresh.exec(body) ?? goingScript.exec(body))?.[1];
}

const longestPath = 500;

function ownPath(reference: string, target: ProbeTarget, from: string): string | null {
  const base = `http://${hostOf(target)}${from}`;
  if (!URL.canParse(reference, base)) return null;
  const { protocol, hostname, port, pathname, search } = new URL(reference, base);
  const isHere =
    hostname === new URL(base).hostname && Number(port || (protocol === 'https:' ? 443 : 80)) === target.port;
  const path = pathname + search;
  const isOther = path !== '/' && path !== from;
  return isHere && /^https?:$/.test(protocol) && isOther && path.length <= longestPath ? path : null;
}
