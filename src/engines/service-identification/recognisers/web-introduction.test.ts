import { describe, expect, it } from 'vitest';
import type { Recognition } from '../recogniser.ts';
import { page } from '../testing/application-answers.ts';
import { http } from './http.ts';

const target = { address: '192.0.2.7', port: 4242, userAgent: 'test' };

/** Talks to the pages as an identification does. */
function identify(pages: Readonly<Record<string, string>>): { known: Recognition; asked: readonly string[] } {
  let known = http.unasked!(Buffer.from(pages['/']!), target)!;
  const asked: string[] = [];
  for (let round = 0; round < 3 && known.followUp; round++) {
    const [, path = ''] = String(known.followUp.request).split(' ');
    asked.push(path);
    known = known.followUp.read(Buffer.from(pages[path] ?? page('404 Not Found', 'not here'))) ?? known;
  }
  return { known, asked };
}

const plain = (body: string, status = '200 OK', headers = '') =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\n${headers}\r\n${body}`;
const html = (body: string, headers = 'Server: nginx/1.22.1\r\n') => page('200 OK', body, headers);

describe('a web server that nobody knows is called what it calls itself', () => {
  it.each<[front: string, product: string, version: string | undefined]>([
    [html('<meta name="generator" content="Quux CMS 4.1">'), 'Quux CMS', '4.1'],
    [
      html('<meta name="generator" content="Quux - the best of all"><meta name="generator" content="Elementor 3">'),
      'Quux',
      undefined,
    ],
    [page('200 OK', 'x', 'X-Generator: Quux 2.0\r\n'), 'Quux', '2.0'],
    [plain('Quux 1.4.2'), 'Quux', '1.4.2'],
    [plain('Quux Hub is running\n'), 'Quux Hub', undefined],
    [page('200 OK', { status: 'ok', service: 'quux-api' }), 'quux-api', undefined],
    [html('<title>Quux v2.4</title>'), 'Quux', '2.4'],
    [html('<title>Quux 2.4.1 - Login</title>'), 'Quux', '2.4.1'],
    [html('<title>Our shop</title><p>Powered by <a href="https://quux.example/">Quux</a> 3.2</p>'), 'Quux', '3.2'],
    [page('404 Not Found', '<h1>Not Found</h1><hr><address><a href="x">quuxd/2.29</a></address>'), 'quuxd', '2.29'],
  ])('%j', (front, product, version) => {
    const { known } = identify({ '/': front });
    expect(known).toMatchObject({ service: 'http', product });
    expect(known.version).toBe(version);
    expect(known.unauthenticated).toBeUndefined();
  });

  it.each([
    ['the title of a shop', html('<title>Tom’s Shop</title>')],
    ['a title with a year', html('<title>Summer Sale 2.0</title>')],
    ['what wrote the file', html('<meta name="generator" content="Hugo 0.111.3">')],
    ['an error', html('<title>Error 404.0.1</title>')],
    ['a text that is about something', html('<p>Foo is running</p>')],
    ['a footer without a version', html('<p>Powered by <a href="x">Quux</a></p>')],
    [
      'another server’s error page',
      page('502 Bad Gateway', '<hr><center>quux/1.2</center>', 'Server: nginx/1.22.1\r\n'),
    ],
  ])('%s names nobody', (_what, front) => {
    expect(identify({ '/': front }).known.product).toBe('nginx');
  });

  it.each([
    'It is running',
    'Server is running',
    'API is ready',
    '404 page not found',
    '{"status":"ok","name":"shop"}',
  ])('%j names nobody', (body) => {
    expect(identify({ '/': plain(body) }).known.product).toBeUndefined();
  });
});

describe('a page that has nothing but the way to another one', () => {
  const terminal = html('<title>WeTTY</title>');

  it.each([
    ['a refresh', '<html><head><meta http-equiv="refresh" content="0; url=/ui/index.html"></head></html>'],
    ['a refresh, written otherwise', '<META CONTENT="1;URL=\'ui/index.html\'" HTTP-EQUIV=Refresh>'],
    ['a script', '<html><script>window.location.href = "/ui/index.html";</script></html>'],
    ['a script that replaces', "<script type='text/javascript'>location.replace('ui/index.html')</script>"],
  ])('is followed: %s', (_how, body) => {
    const { known, asked } = identify({ '/': html(body), '/ui/index.html': terminal });
    expect(asked[0]).toBe('/ui/index.html');
    expect(known).toMatchObject({ service: 'wetty' });
  });

  it('is followed where that leads on, and once more', () => {
    const pages = {
      '/': page('302 Found', '', 'Location: /app\r\n'),
      '/app': page('302 Found', '', 'Location: /app/login\r\n'),
      '/app/login': terminal,
    };
    expect(identify(pages).known).toMatchObject({ service: 'wetty' });
  });

  it('shows what the page says of itself to which it leads', () => {
    const pages = {
      '/': page('302 Found', '', 'Location: /app\r\n'),
      '/app': html('<title>Quux</title><meta name="generator" content="Quux 1.2">'),
    };
    expect(identify(pages).known).toMatchObject({ service: 'http', product: 'Quux', version: '1.2', title: 'Quux' });
  });

  it.each([
    ['to another server', '<meta http-equiv="refresh" content="0; url=https://example.com/ui/">'],
    ['to itself', '<meta http-equiv="refresh" content="3; url=/">'],
    ['after a while', '<meta http-equiv="refresh" content="60; url=/next">'],
    ['when somebody clicks', '<button onclick="location.href=\'/off\'">Off</button>'],
    ['when somebody calls it', "<script>function off() { location.href = '/off'; }</script>"],
    ['beside a form', '<form></form><meta http-equiv="refresh" content="0; url=/next">'],
  ])('is not followed %s', (_where, body) => {
    expect(identify({ '/': html(body) }).asked).toEqual([]);
  });

  it('that leads in a circle is asked for three pages at most', () => {
    const round = (to: string) => page('302 Found', '', `Location: ${to}\r\n`);
    const { asked } = identify({ '/': round('/a'), '/a': round('/b'), '/b': round('/a') });
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});
