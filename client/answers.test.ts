import { expect, it } from 'vitest';
import { ApiError } from './answers.ts';

it('an error has the details of its problem, and its code, which may be a status', () => {
  const details = { current_usage: 8, new_limit: 5 };
  const refused = { error: { code: 'DOWNGRADE_USAGE_EXCEEDED', message: 'In use.', details } };
  expect(new ApiError(new Response(null, { status: 409 }), refused)).toMatchObject({
    message: 'In use.',
    code: 'DOWNGRADE_USAGE_EXCEEDED',
    details,
  });
  expect(new ApiError(new Response(null, { status: 404 }), { error: { code: 404 } })).toMatchObject({
    code: 404,
    details: {},
  });
  expect(new ApiError(new Response(null, { status: 502 }), undefined)).toMatchObject({ code: null, details: {} });
});
