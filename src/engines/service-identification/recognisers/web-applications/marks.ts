import { at, type HttpResponse, jsonOf } from '../http-response.ts';
import type { Access, JsonMark, Marks } from './web-application.ts';

/** Whether the answer has all that is asked of it, and the version that it states. Null when something is missing. */
export function fit(marks: Marks, answer: HttpResponse): { readonly version: string | undefined } | null {
  const matches = [
    textMatch(marks.title, answer.title ?? undefined),
    textMatch(marks.header?.[1], marks.header && answer.headers.get(marks.header[0])),
    textMatch(marks.body, answer.body),
    marks.cookie === undefined || answer.cookies.some((name) => marks.cookie!.test(name)),
    marks.status === undefined || marks.status === answer.status,
    marks.json === undefined || hasJson(marks.json, jsonOf(answer)),
  ];
  if (matches.includes(false)) return null;
  const version = matches.map((match) => (match === true || match === false ? undefined : match.groups?.version));
  return { version: version.find((text) => text !== undefined) };
}

function textMatch(pattern: RegExp | undefined, text: string | undefined): RegExpExecArray | boolean {
  if (pattern === undefined) return true;
  return (text !== undefined && pattern.exec(text)) || false;
}

function hasJson(marks: NonNullable<Marks['json']>, json: unknown): boolean {
  return Object.entries(marks).every(([path, mark]) => isLike(mark, at(json, ...path.split('.'))));
}

function isLike(mark: JsonMark, value: unknown): boolean {
  if (mark instanceof RegExp) return typeof value === 'string' && mark.test(value);
  if (mark === 'list') return Array.isArray(value);
  if (mark === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof mark === 'string' ? typeof value === mark : value === mark;
}

/** Whether the answer shows that nobody is asked for a login (true), that somebody is (false), or neither. */
export function judgeAccess({ open, guarded }: Access, answer: HttpResponse): boolean | undefined {
  const refusals = guarded ?? [{ status: 401 }, { status: 403 }];
  if (refusals.some((marks) => fit(marks, answer))) return false;
  return open && fit(open, answer) ? true : undefined;
}
