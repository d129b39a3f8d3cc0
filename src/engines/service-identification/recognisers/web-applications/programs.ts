import type { Access, WebApplication } from './web-application.ts';

const aria2Call = (method: string) => `/jsonrpc?method=${method}&id=1`;
/** aria2c(1): the names of methods need no secret, the version does. It is slow to refuse, by a second. */
const aria2Version: Access = {
  path: aria2Call('aria2.getVersion'),
  open: { status: 200, json: { 'result.version': 'string', 'result.enabledFeatures': 'list' } },
  guarded: [{ json: { 'error.message': /^Unauthorized$/ } }, { status: 401, json: { 'result.version': 'string' } }],
  version: 'result.version',
};

/** Programs that are commanded from the browser. */
export const programApplications: readonly WebApplication[] = [
  {
    service: 'transmission',
    product: 'Transmission',
    shows: [{ header: ['server', /^Transmission/] }],
    // It counts every refusal as a wrong login, and may lock out who is counted often: one is enough. rpc-spec.md, 2.3.1:
    // whoever is let in is told first to repeat a number, which nobody has to know.
    access: [
      {},
      {
        path: '/transmission/rpc',
        open: { status: 409, header: ['x-transmission-session-id', /^\w{20,}$/] },
        guarded: [{ status: 401 }],
      },
    ],
  },
  {
    service: 'syncthing',
    product: 'Syncthing',
    shows: [{ header: ['x-syncthing-version', /^v(?<version>\d[\w.]*)/] }],
    // From 1.26 on the page is there for all, and this script of it says whether a login is still to come.
    access: [
      {},
      {
        path: '/meta.js',
        open: { status: 200, body: /^var metadata = \{(?=[^\n]{0,2000}"deviceID":")[^\n]{1,2000}\};\s*$/ },
        guarded: [
          {
            status: 200,
            body: /^var metadata = \{(?=[^\n]{0,2000}"deviceID":")(?=[^\n]{0,2000}"authenticated":false)[^\n]{1,2000}\};\s*$/,
          },
        ],
      },
    ],
  },
  {
    // It asks for the login of a database. Who has none to ask for shows no such form, and is not judged.
    service: 'phpmyadmin',
    product: 'phpMyAdmin',
    shows: [{ title: /^phpMyAdmin(?: \d[\d.]{0,20})?$/ }, { body: /name="pma_username"/ }],
    access: [{ guarded: [{ body: /name="pma_username"/ }] }],
  },
  {
    service: 'adminer',
    product: 'Adminer',
    shows: [
      {
        title: /^Login - (?:\S{1,80} - )?Adminer$/,
        body: /<title>(?:[\s\S]{0,20000}\bversion=(?<version>\d[\d.]{0,20}))?/,
      },
    ],
    access: [{ guarded: [{ body: /name="auth\[username\]"/ }] }],
  },
  {
    // It is asked for the page of itself that browsers get through it, and has to fetch nothing for that.
    service: 'http-proxy',
    product: 'Privoxy',
    shows: [{ body: /^Invalid header received from client\.\s*$/ }],
    access: [
      {
        path: 'http://config.privoxy.org/',
        open: {
          status: 200,
          body: /This is <a href="https?:\/\/www\.privoxy\.org\/">Privoxy<\/a> (?<version>\d[\w.]{0,20})/,
        },
        guarded: [],
      },
    ],
  },
  {
    service: 'aria2',
    product: 'aria2',
    behind: [
      {
        front: { status: 404, header: ['cache-control', /^no-cache$/], body: /^$/ },
        path: aria2Call('system.listMethods'),
        shows: { body: /"aria2\.addUri"/, json: { result: 'list' } },
      },
    ],
    access: [aria2Version, { ...aria2Version, waits: true }],
  },
];
