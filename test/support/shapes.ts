import { expect } from 'vitest';
import type { ApiAnswer } from './api-client.ts';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const meta = { version: 'v1', timestamp };

/** The success envelope; returns its data. */
export function expectSuccess(answer: ApiAnswer, status = 200): ApiAnswer['body'] {
  expect(answer).toMatchObject({ status });
  expect(answer.body).toEqual({ success: true, data: expect.any(Object), meta });
  return answer.body.data;
}

/** The status/message/errors shape: authentication, validation, throttling and what HTTP itself refuses. */
export function expectRefusal(answer: ApiAnswer, status: number, fields: readonly string[] = []): void {
  expect(answer).toMatchObject({ status });
  const message = expect.stringMatching(/\w/);
  // A host that is none has no page either.
  const doc_url = status === 400 ? undefined : explainedAt(String(status));
  expect(answer.body).toEqual({ status: 'error', message, errors: expect.any(Object), doc_url });
  expect(Object.keys(answer.body.errors).toSorted()).toEqual(fields.toSorted());
  for (const sentences of Object.values(answer.body.errors)) {
    expect(sentences).toEqual(expect.arrayContaining([expect.stringMatching(/^The .+\.$/)]));
  }
}

/** The error envelope with the group's code: a string, or the status as a number. */
export function expectProblem(
  answer: ApiAnswer,
  status: number,
  code: string | number,
  details: Record<string, unknown> = {},
): void {
  expect(answer).toMatchObject({ status });
  // Where the code is a status, the paragraph is still that of the problem.
  const doc_url = explainedAt(/^\d/.test(String(code)) ? '[a-z_]+' : String(code).toLowerCase());
  const message = expect.stringMatching(/\w/);
  expect(answer.body).toEqual({ success: false, error: { code, message, details, doc_url }, meta });
}

function explainedAt(paragraph: string) {
  return expect.stringMatching(new RegExp(`^https?://[^/]+/docs/errors#${paragraph}$`));
}

/** 429 of a rate limit, with a wait of 1 to 60 whole seconds, which is returned. */
export function expectThrottled(answer: ApiAnswer): number {
  expectRefusal(answer, 429);
  expect(answer.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
  return Number(answer.headers['retry-after']);
}

/** What two answers must share to be indistinguishable: everything but the times and ids of the requests themselves. */
export function withoutRequestTraces({ status, headers, body }: ApiAnswer): unknown {
  const { date: _date, 'x-request-id': _requestId, 'x-ratelimit-remaining': _remaining, ...sameHeaders } = headers;
  const { meta: _meta, ...sameBody } = typeof body === 'object' ? body : { text: body };
  return { status, headers: sameHeaders, body: sameBody };
}
