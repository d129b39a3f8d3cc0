import type { Page, Request } from 'playwright-core';

const quietMs = 500;

/**
 * Watches a page's requests from now on.
 * @returns waits until none but its stream has been under way for half a second; the stream never ends
 */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let quietSinceMs = performance.now();
  page.on('request', (request) => {
    if (!request.url().endsWith('/portal/stream')) underWay.add(request);
  });
  const end = (request: Request) => {
    underWay.delete(request);
    quietSinceMs = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    while (underWay.size > 0 || performance.now() - quietSinceMs < quietMs) await page.waitForTimeout(50);
  };
}
