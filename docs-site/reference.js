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

const parts = [
  ['information-container', 'About the API'],
  ['schemes-server-container', 'Server'],
];

/** Gives what Swagger UI draws the names, levels and landmarks that it leaves out, so that the page can be used without seeing it. */
function mend() {
  for (const [part, name] of parts) {
    const element = document.querySelector(`.swagger-ui .${part}`);
    element?.setAttribute('role', 'region');
    element?.setAttribute('aria-label', name);
  }
  for (const select of document.querySelectorAll('.swagger-ui select:not([aria-label])')) {
    const parameter = select.closest('tr[data-param-name]')?.getAttribute('data-param-name');
    select.setAttribute('aria-label', parameter ?? (select.id === 'servers' ? 'Server' : 'Content type'));
  }
  for (const heading of document.querySelectorAll('.swagger-ui h3.opblock-tag, .swagger-ui .models > h4'))
    heading.setAttribute('aria-level', '2');
  for (const heading of document.querySelectorAll('.swagger-ui h4.opblock-title'))
    heading.setAttribute('aria-level', '3');
  // A link within a button is neither: the button opens what the link leads to.
  for (const link of document.querySelectorAll('.swagger-ui .opblock-summary-control a[href]'))
    link.removeAttribute('href');
}

let isMending = false;
new MutationObserver(() => {
  if (isMending) return;
  isMending = true;
  requestAnimationFrame(() => {
    isMending = false;
    mend();
  });
}).observe(document.documentElement, { childList: true, subtree: true });
