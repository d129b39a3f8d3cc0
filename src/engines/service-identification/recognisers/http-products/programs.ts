import { at, type HttpResponse, jsonOf, textAt } from '../http-response.ts';
import { type HttpProduct, openIf, type Question, refusedAtTheDoor } from './http-product.ts';

/** Programs that are commanded from the browser. */
export const programProducts: readonly HttpProduct[] = [
  {
    service: 'transmission',
    product: 'Transmission',
    header: ['server', /^Transmission/],
    // It counts every refusal as a wrong login, and may lock out who is counted often: one is enough.
    unauthenticated: refusedAtTheDoor,
    // rpc-spec.md, 2.3.1: whoever is let in is told first to repeat a number, which nobody has to know.
    questions: [
      {
        path: '/transmission/rpc',
        read({ status, headers }) {
          const isLetIn = status === 409 && /^\w{20,}$/.test(headers.get('x-transmission-session-id') ?? '');
          return { unauthenticated: isLetIn ? true : status === 401 ? false : undefined };
        },
      },
    ],
  },
  {
    service: 'syncthing',
    product: 'Syncthing',
    header: ['x-syncthing-version', /^v(\d[\w.]*)/],
    unauthenticated: refusedAtTheDoor,
    // From 1.26 on the page is there for all, and this script of it says whether a login is still to come.
    questions: [
      {
        path: '/meta.js',
        read(answer) {
          const metadata = /^var metadata = (\{[^\n]{1,2000}\});\s*$/.exec(answer.body)?.[1];
          const json = metadata === undefined ? undefined : jsonOf({ ...answer, body: metadata });
          if (answer.status !== 200 || typeof at(json, 'deviceID') !== 'string') return {};
          const isLetIn = at(json, 'authenticated');
          return { unauthenticated: typeof isLetIn === 'boolean' ? isLetIn : true };
        },
      },
    ],
  },
  {
    // It asks for the login of a database. Who has none to ask for shows no such form, and is not judged.
    service: 'phpmyadmin',
    product: 'phpMyAdmin',
    body: /<title>phpMyAdmin<\/title>|name="pma_username"/,
    unauthenticated: ({ body }) => (body.includes('name="pma_username"') ? false : undefined),
  },
  {
    service: 'adminer',
    product: 'Adminer',
    body: /<title>Login - (?:\S{1,80} - )?Adminer<\/title>/,
    bodyVersion: /\bversion=(\d[\d.]{0,20})/,
    unauthenticated: ({ body }) => (body.includes('name="auth[username]"') ? false : undefined),
  },
  {
    // It is asked for the page of itself that browsers get through it, and has to fetch nothing for that.
    service: 'http-proxy',
    product: 'Privoxy',
    body: /^Invalid header received from client\.\s*$/,
    questions: [
      {
        path: 'http://config.privoxy.org/',
        read({ status, body }) {
          const version = /This is <a href="https?:\/\/www\.privoxy\.org\/">Privoxy<\/a> (\d[\w.]{0,20})/.exec(
            body,
          )?.[1];
          return { version, unauthenticated: status === 200 && version !== undefined ? true : undefined };
        },
      },
    ],
  },
];

const aria2Call = (method: string) => `/jsonrpc?method=${method}&id=1`;

function readAria2(answer: HttpResponse): ReturnType<Question['read']> {
  const json = jsonOf(answer);
  const version = textAt(answer, 'result', 'version');
  if (version !== undefined && Array.isArray(at(json, 'result', 'enabledFeatures')))
    return { version, unauthenticated: openIf(true, answer) };
  return { unauthenticated: textAt(answer, 'error', 'message') === 'Unauthorized' ? false : undefined };
}

/** aria2c(1): the names of methods need no secret, the version does. It is slow to refuse, by a second. */
export const aria2: HttpProduct = {
  service: 'aria2',
  product: 'aria2',
  questions: [
    { path: aria2Call('aria2.getVersion'), read: readAria2 },
    { path: '', waitsOn: true, read: readAria2 },
  ],
};

export const aria2Methods = aria2Call('system.listMethods');

export function isAria2(answer: HttpResponse): boolean {
  const methods = at(jsonOf(answer), 'result');
  return Array.isArray(methods) && methods.includes('aria2.addUri');
}
