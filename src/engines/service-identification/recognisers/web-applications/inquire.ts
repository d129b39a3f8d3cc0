import type { ProbeTarget, Recognition } from '../../recogniser.ts';
import { at, type HttpResponse, jsonOf, parseHttpResponse } from '../http-response.ts';
import { get, post } from '../web-requests.ts';
import type { FoundApplication } from './find-application.ts';
import { fit, judgeAccess } from './marks.ts';
import type { Access } from './web-application.ts';

/** Asks a known application what the page that showed it left open: whether a login is asked for, and the version. */
export function inquire({ row, page, ...known }: FoundApplication & Recognition, target: ProbeTarget): Recognition {
  return ask(known, row.access ?? [], page, target);
}

function ask(known: Recognition, access: readonly Access[], page: HttpResponse, target: ProbeTarget): Recognition {
  const [next, ...rest] = access.filter((one) => isOpenQuestion(known, one));
  if (!next) return known;
  const { path } = next;
  if (path === undefined) return ask(told(known, next, page), rest, page, target);
  return {
    ...known,
    followUp: {
      request: requestOf(next, path, target),
      connection: next.waits ? undefined : 'same_or_new',
      read(reply) {
        const answer = parseHttpResponse(reply);
        const now = { ...known, followUp: undefined };
        return ask(answer ? told(now, next, answer) : now, rest, page, target);
      },
    },
  };
}

/** None once a login was asked for. */
function isOpenQuestion({ unauthenticated, version }: Recognition, one: Access): boolean {
  if (unauthenticated === undefined) return true;
  return unauthenticated && version === undefined && one.version !== undefined;
}

function requestOf({ post: body, waits }: Access, path: string, target: ProbeTarget): Buffer {
  if (waits) return Buffer.alloc(0);
  return body === undefined ? get(target, path) : post(target, path, body);
}

function told(known: Recognition, access: Access, answer: HttpResponse): Recognition {
  const stated = access.version === undefined ? undefined : at(jsonOf(answer), ...access.version.split('.'));
  const version =
    (access.open && fit(access.open, answer)?.version) ?? (typeof stated === 'string' ? stated : undefined);
  return {
    ...known,
    version: known.version ?? version?.replace(/^v(?=\d)/, ''),
    unauthenticated: known.unauthenticated ?? judgeAccess(access, answer),
  };
}
