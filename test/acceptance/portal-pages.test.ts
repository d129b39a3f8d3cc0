import { afterAll, beforeAll, expect, it } from 'vitest';
import { portalPaths } from '../../scripts/portal-paths.ts';
import { TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
});

it('the pages of the portal are there when they are loaded again, all that its router knows', async () => {
  const stranger = service.client((await service.partner()).portalDomain, null);
  const get = (path: string) => stranger.get(path, { accept: 'text/html' });
  const paths = await portalPaths();
  expect(paths).toEqual(expect.arrayContaining(['/', '/alerts/$alertId', '/console/portal-domains']));
  for (const path of paths)
    expect({ path, ...(await get(path.replaceAll(/\$\w+/g, 'some-id'))) }).toMatchObject({
      path,
      status: 200,
      headers: { 'content-type': expect.stringMatching(/^text\/html/) },
    });
  expect(await get('/nowhere')).toMatchObject({ status: 404 });
});
