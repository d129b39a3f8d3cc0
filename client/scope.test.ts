import { describe, expect, it } from 'vitest';
import { scopeFields } from '../src/core/api/scope-fields.ts';
import { createClient } from './client.ts';

const sent: string[] = [];
const client = createClient({
  baseUrl: 'https://security.example.com',
  fetch: async (request) => {
    sent.push(`${new URL(request.url).search}${await request.text()}`);
    return Response.json({});
  },
});
/** What a program in JavaScript passes, which knows no types. */
// biome-ignore lint/suspicious/noExplicitAny: of any shape
const untyped = client as any;

describe.each([...scopeFields])('%s', (name) => {
  it('is never left out because it is empty', async () => {
    sent.length = 0;
    const refused = { name: 'TypeError', message: expect.stringContaining(name) };
    for (const value of [undefined, null]) {
      const query = { [name]: value, limit: 5 };
      await expect(untyped.GET('/api/v1/alerts', { params: { query } })).rejects.toMatchObject(refused);
      await expect(untyped.DELETE('/api/v1/whitelists/1', { params: { query } })).rejects.toMatchObject(refused);
    }
    const body = { services: [{ [name]: undefined }] };
    await expect(untyped.POST('/api/v1/whitelists', { body: { [name]: undefined } })).rejects.toMatchObject(refused);
    await expect(untyped.POST('/api/v1/billing/sync-services', { body })).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
    await untyped.POST('/api/v1/whitelists', { body: { [name]: null } });
    await untyped.GET('/api/v1/alerts', { params: { query: { [name]: 0 } } });
    // The server refuses both.
    expect(sent).toEqual([JSON.stringify({ [name]: null }), `?${name}=0`]);
  });
});

it('what says nothing of whose data is meant may be left open', async () => {
  sent.length = 0;
  await untyped.GET('/api/v1/alerts', { params: { query: { status: undefined, severity: null, limit: 5 } } });
  await untyped.POST('/api/v1/whitelists', { body: { description: undefined, port_start: 1 } });
  expect(sent).toEqual(['?limit=5', '{"port_start":1}']);
});
