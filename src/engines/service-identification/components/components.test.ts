import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHttpResponse } from '../recognisers/http-response.ts';
import { type Component, componentsOf, maxComponents, stateTheSame } from './components.ts';
import { statedBy } from './stated.ts';

type Short = readonly [name: string, version: string | null, revision: string | null, where: Component['where']];

const short = (components: readonly Component[]): Short[] =>
  components.map(({ name, version, revision, where }) => [name, version, revision, where]);

function statedIn(headers: readonly string[], body = '') {
  const response = parseHttpResponse(Buffer.from(`HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n${body}`));
  return statedBy(response!);
}

function web(headers: readonly string[], body = '', product: string | null = null, version: string | null = null) {
  return short(componentsOf({ product, version, banner: 'HTTP/1.1 200 OK', stated: statedIn(headers, body)! }));
}

const greeting = (product: string, version: string | null, banner: string) =>
  short(componentsOf({ product, version, banner }));

describe('what a service is made of', () => {
  it('every product of a Server header is named, with its version', () => {
    const server = 'Server: Apache/2.4.25 (Debian) OpenSSL/1.0.2u mod_fcgid/2.3.9';
    expect(web([server], '', 'Apache', '2.4.25')).toEqual([
      ['Apache', '2.4.25', null, 'server'],
      ['OpenSSL', '1.0.2u', null, 'server'],
      ['mod_fcgid', '2.3.9', null, 'server'],
    ]);
  });

  it('what a packager added to a version is the revision', () => {
    expect(web(['X-Powered-By: PHP/7.0.33-0+deb9u12'])).toEqual([['PHP', '7.0.33', '0+deb9u12', 'x-powered-by']]);
    expect(web(['X-Powered-By: PHP/7.4.3-4ubuntu2.19'])).toEqual([['PHP', '7.4.3', '4ubuntu2.19', 'x-powered-by']]);
  });

  it('what its makers call a version stays whole', () => {
    expect(web(['Server: OpenSSL/3.0.0-beta1', 'X-Powered-By: PHP/8.4.0-dev'])).toEqual([
      ['OpenSSL', '3.0.0-beta1', null, 'server'],
      ['PHP', '8.4.0-dev', null, 'x-powered-by'],
    ]);
    expect(web(['Server: Apache/2.4.6 OpenSSL/1.0.2k-fips'])).toContainEqual([
      'OpenSSL',
      '1.0.2k-fips',
      null,
      'server',
    ]);
  });

  it('a header that is repeated counts each time', () => {
    expect(web(['X-Powered-By: PHP/7.4.33', 'X-Powered-By: PleskLin'])).toEqual([
      ['PHP', '7.4.33', null, 'x-powered-by'],
      ['PleskLin', null, null, 'x-powered-by'],
    ]);
  });

  it('names of several words, versions in parentheses and addresses are told apart', () => {
    expect(web(['Server: nginx/1.18.0 + Phusion Passenger 5.0.30'])).toEqual([
      ['nginx', '1.18.0', null, 'server'],
      ['Phusion Passenger', '5.0.30', null, 'server'],
    ]);
    expect(web(['Server: Jetty(9.4.43.v20210629)'])).toEqual([['Jetty', '9.4.43.v20210629', null, 'server']]);
    expect(web(['X-Powered-By: WordPress VIP <https://wpvip.com>'])).toEqual([
      ['WordPress VIP', null, null, 'x-powered-by'],
    ]);
    expect(web(['Server: WSGIServer/0.2 CPython/3.11.2'])).toHaveLength(2);
  });

  it('a page says what made it, without what it advertises', () => {
    const page =
      '<meta name="generator" content="WordPress 4.9.1" /><META content=\'Elementor 3.15.3; features: a, b\' name=generator>' +
      '<meta name="generator" content="Joomla! - Open Source Content Management">';
    expect(web([], page)).toEqual([
      ['WordPress', '4.9.1', null, 'generator'],
      ['Elementor', '3.15.3', null, 'generator'],
      ['Joomla!', null, null, 'generator'],
    ]);
    expect(web(['X-Generator: Drupal 9 (https://www.drupal.org)'])).toEqual([['Drupal', '9', null, 'x-generator']]);
  });

  it('a product that was recognised otherwise stands before what its server states', () => {
    expect(web(['Server: nginx/1.22.1'], '', 'Grafana', '10.2.0')).toEqual([
      ['Grafana', '10.2.0', null, 'answer'],
      ['nginx', '1.22.1', null, 'server'],
    ]);
  });

  it.each<[product: string, version: string | null, banner: string, revision: string | null]>([
    ['OpenSSH', '8.4p1', 'SSH-2.0-OpenSSH_8.4p1 Debian-5+deb11u1', 'Debian-5+deb11u1'],
    ['OpenSSH', '8.9p1', 'SSH-2.0-OpenSSH_8.9p1 Ubuntu-3ubuntu0.10', 'Ubuntu-3ubuntu0.10'],
    ['OpenSSH', '9.3', 'SSH-2.0-OpenSSH_9.3 FreeBSD-20230719', 'FreeBSD-20230719'],
    ['OpenSSH', '9.2p1', 'SSH-2.0-OpenSSH_9.2p1 Devuan-2+deb12u3', 'Devuan-2+deb12u3'],
    ['OpenSSH', '9.6', 'SSH-2.0-OpenSSH_9.6', null],
    ['MariaDB', '10.3.39', '5.5.5-10.3.39-MariaDB-0+deb10u2', '0+deb10u2'],
    ['MariaDB', '10.11.6', '5.5.5-10.11.6-MariaDB-1:10.11.6+maria~deb12', '1:10.11.6+maria~deb12'],
    ['MariaDB', '5.5.68', '5.5.68-MariaDB', null],
    ['MySQL', '8.0.39', '8.0.39-0ubuntu0.22.04.1', '0ubuntu0.22.04.1'],
    ['MySQL', '5.7.44', '5.7.44-log', null],
    ['MySQL', '5.5.28', '5.5.28-0ubuntu0.12.04.3-log', '0ubuntu0.12.04.3'],
    ['MariaDB', '10.3.22', '5.5.5-10.3.22-MariaDB-1ubuntu1-log', '1ubuntu1'],
    ['Exim', '4.92', '220 mx.example.com ESMTP Exim 4.92 Tue, 03 Nov 2026 10:00:00 +0000', null],
    ['Sendmail', '8.15.2', '220 mx ESMTP Sendmail 8.15.2/8.15.2/Debian-22; Tue, 3 Nov 2026', 'Debian-22'],
    ['Cyrus', '3.2.6', '* OK mx Cyrus IMAP 3.2.6-Debian-3.2.6-2+deb11u2 server ready', 'Debian-3.2.6-2+deb11u2'],
    ['ProFTPD', '1.3.5', '220 ProFTPD 1.3.5 Server (Debian) [::ffff:192.0.2.1]', null],
    ['vsFTPd', '3.0.3', '220 (vsFTPd 3.0.3)', null],
    ['Postfix', null, '220 mx.example.com ESMTP Postfix (Debian/GNU)', null],
  ])('%s %s in “%s” is in revision %s', (product, version, banner, revision) => {
    expect(greeting(product, version, banner)).toEqual([[product, version, revision, 'greeting']]);
  });

  it('a version that only a question brought out was in no greeting', () => {
    expect(greeting('Redis', '7.0.15', 'PONG')).toEqual([['Redis', '7.0.15', null, 'answer']]);
    expect(greeting('Panel', '1.1', 'HTTP/1.1 200 OK')).toEqual([['Panel', '1.1', null, 'answer']]);
  });

  it('another revision of the same version is another statement, another title is none', () => {
    const ssh = (revision: string) => ({
      product: 'OpenSSH',
      version: '8.4p1',
      banner: `SSH-2.0-OpenSSH_8.4p1 Debian-5+${revision}`,
    });
    expect(stateTheSame(ssh('deb11u1'), ssh('deb11u3'))).toBe(false);
    const page = (title: string) => ({ product: 'nginx', version: null, banner: `HTTP/1.1 200 OK, title: ${title}` });
    expect(stateTheSame(page('Monday'), page('Tuesday'))).toBe(true);
  });

  it('whatever a web server states, at most eight components of 120 characters are made of it, and no version is a part of one', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[ -~]{0,200}$/),
      fc.stringMatching(/^([A-Z][a-z]{1,9}\/\d{1,3}\.\d{1,3}(-[\w.+]{1,20})? ){0,20}$/),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.array(word, { maxLength: 20 }), (headers, generators) => {
        const lines = headers.map((value, index) => `${index % 2 ? 'Server' : 'X-Powered-By'}: ${value}`);
        const stated = statedIn(lines, generators.map((value) => `<meta name=generator content="${value}">`).join(''));
        const said = Object.values(stated ?? {}).flatMap((text) => text.split('\n'));
        expect(said.length).toBeLessThanOrEqual(8);
        expect(Math.max(0, ...said.map(({ length }) => length))).toBeLessThanOrEqual(120);
        const components = componentsOf({ product: null, version: null, banner: null, ...(stated && { stated }) });
        expect(components.length).toBeLessThanOrEqual(maxComponents);
        for (const { name, version, revision } of components) {
          expect(name.length + (version?.length ?? 0) + (revision?.length ?? 0)).toBeLessThanOrEqual(120);
          const whole = [version, revision].filter((part) => part !== null).join('-');
          const words = (text: string) => text.split(/[\s,;|/()<>"']/).map((word) => word.replace(/^v(?=\d)/i, ''));
          const isWhole = (text: string) => words(text).includes(whole);
          expect(whole === '' || [...headers, ...generators].some(isWhole)).toBe(true);
        }
      }),
    );
  });

  it('nothing is kept of a web server that states nothing', () => {
    expect(statedIn(['Date: Tue, 03 Nov 2026 10:00:00 GMT'], '<title>Shop</title>')).toBeUndefined();
  });
});
