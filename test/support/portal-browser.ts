import { randomInt } from 'node:crypto';
import { createAdministrator as createByOperator } from '../../src/identity/administrators/create-administrator.ts';
import { type ApiAnswer, ApiClient } from './api-client.ts';
import type { TestPartner, TestService } from './test-service.ts';

type SendArguments = Parameters<ApiClient['send']>;

/** A browser on a partner's portal: it keeps the session cookie, and says of what it changes that it came from the portal's pages. */
export class PortalBrowser extends ApiClient {
  /** The session's part of the Cookie header; undefined while it has none. */
  cookie: string | undefined;
  /** The same of the device, which stays when a session ends. */
  deviceCookie: string | undefined;
  /** The same of a browser that has opened a link in a mail. */
  mailCookie: string | undefined;
  /** The same of the language that was chosen in it. */
  languageCookie: string | undefined;
  readonly #origin: string;
  /** Counts where the service trusts its proxy: visitors are limited by address. */
  readonly #address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

  constructor(service: TestService, portalDomain: string, cookie?: string) {
    super(service.url, portalDomain, null);
    this.#origin = `https://${portalDomain}`;
    this.cookie = cookie;
  }

  override async send(...[method, path, body, headers = {}]: SendArguments): Promise<ApiAnswer> {
    const sameOrigin = method === 'GET' ? {} : { origin: this.#origin, 'sec-fetch-site': 'same-origin' };
    return this.sendFromElsewhere(method, path, body, { ...sameOrigin, ...headers });
  }

  /** The same with the cookie, but with no word on where it comes from besides `headers`. */
  async sendFromElsewhere(...[method, path, body, headers = {}]: SendArguments): Promise<ApiAnswer> {
    const cookies = [this.cookie, this.deviceCookie, this.mailCookie, this.languageCookie].filter(
      (cookie) => cookie !== undefined,
    );
    const answer = await super.send(method, path, body, {
      'x-forwarded-for': this.#address,
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
      ...headers,
    });
    this.#keepCookie(answer);
    return answer;
  }

  #keepCookie({ headers }: ApiAnswer): void {
    for (const set of [headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';');
      const kept = pair.endsWith('=') ? undefined : pair;
      if (pair.includes('_device=')) this.deviceCookie = kept;
      else if (pair.includes('_language=')) this.languageCookie = kept;
      else if (pair.includes('_mail=')) this.mailCookie = kept;
      else this.cookie = kept;
    }
  }
}

/** A customer's browser that has come by a one-time link. */
export async function signInCustomer(
  service: TestService,
  partner: TestPartner,
  clientId: number,
): Promise<PortalBrowser> {
  const minted = await partner.api.post('/api/v1/sso/token', { client_id: clientId });
  const browser = new PortalBrowser(service, partner.portalDomain);
  const answer = await browser.get(`/sso?token=${minted.body.data.token}`);
  if (answer.status !== 303) throw new Error(`The link answered ${answer.status}.`);
  return browser;
}

export const goodPassword = 'correct horse battery staple';

/** Has the operator make an administrator and returns its id. */
export async function createAdministrator(partner: TestPartner, email: string): Promise<string> {
  const { id } = await createByOperator(partner.operation, { email, name: null, password: goodPassword });
  return id;
}

/** The browser of an administrator who has been made for it. */
export async function openConsole(service: TestService, partner: TestPartner): Promise<PortalBrowser> {
  const email = `console-${randomInt(2 ** 40)}@example.com`;
  await createAdministrator(partner, email);
  return signInAdministrator(service, partner, email);
}

/** The browser of an administrator who has just signed in. */
export async function signInAdministrator(
  service: TestService,
  partner: TestPartner,
  email: string,
  more: { readonly password?: string; readonly code?: string } = {},
): Promise<PortalBrowser> {
  const browser = new PortalBrowser(service, partner.portalDomain);
  const answer = await browser.post('/api/v1/session', { email, password: goodPassword, ...more });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return browser;
}
