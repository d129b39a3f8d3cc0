/** A hosted service's address: by TLS, at its own port, at a name of its own. */
export function isAt(url: string | undefined, hosts: RegExp, path: RegExp): boolean {
  const address = addressOf(url);
  if (address?.protocol !== 'https:' || address.port !== '') return false;
  return isUsable(url) && hosts.test(address.hostname) && path.test(address.pathname);
}

/** Whether requests could go there. What connects judges the rest. */
export function isUsable(url: string | undefined): boolean {
  const address = addressOf(url);
  return address !== null && /^https?:$/.test(address.protocol) && address.username === '' && address.password === '';
}

export function addressOf(url: string | undefined): URL | null {
  return url !== undefined && URL.canParse(url) ? new URL(url) : null;
}

/** A webhook's address without the part that lets anybody in. */
export function maskUrl({ url }: { readonly url: string }): string {
  return `${new URL(url).host}/…${url.slice(-4)}`;
}
