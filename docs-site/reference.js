/** What the page of the API reference does besides what Swagger UI does. */

const sandboxHeader = 'X-Service-Sandbox';

/**
 * Asks before a change of what is real: the sandbox's header is filled in where an operation takes it, and somebody took it away, or there
 * is none to be filled in. Throws where the answer is no.
 */
globalThis.guardRequest = (request) => {
  const isChange = !/^(?:GET|HEAD)$/i.test(request.method ?? 'GET');
  const isSandbox = request.headers?.[sandboxHeader] === 'true' || /\/api\/v1\/sandbox\//.test(request.url);
  const warning = `${request.method} ${new URL(request.url, location.href).pathname} goes to the real account, not to its sandbox. Send it?`;
  if (isChange && !isSandbox && !confirm(warning)) throw new Error('Not sent.');
  return request;
};
