import { statedBy } from '../components/stated.ts';
import { operatingSystemHint } from '../operating-system.ts';
import type { ProbeTarget, Recogniser, Recognition } from '../recogniser.ts';
import { type HttpResponse, parseHttpResponse } from './http-response.ts';
import { landingPage, nextPages, type Page, shownBy } from './web-applications/find-application.ts';
import { inquire } from './web-applications/inquire.ts';
import { introducedOnPage } from './web-introduction.ts';
import { get } from './web-requests.ts';

export const http: Recogniser = {
  service: 'http',
  ports: [80, 81, 631, 2082, 2086, 2095, 2222, 2375, 2379, 3000, 3128, 5000, 5601, 5984, 5985, 7547].concat([
    8000, 8008, 8080, 8081, 8086, 8088, 8880, 8888, 9000, 9090, 9200, 10000, 15672, 50070,
  ]),
  tlsPorts: [443, 2083, 2087, 2096, 2376, 4443, 5001, 5986, 6443, 8006, 8443, 9443, 10250],
  unasked(bytes, target) {
    const response = parseHttpResponse(bytes);
    return response && recogniseResponse(response, target);
  },
  probe: { request: (target) => get(target, '/') },
};

function recogniseResponse(front: HttpResponse, target: ProbeTarget): Recognition {
  const said = { banner: bannerOf(front), stated: statedBy(front) };
  const found = shownBy(front, target);
  if (found) return inquire({ ...found, ...said }, target);
  const tentative = front.status !== 401 && (front.status < 200 || front.status > 299);
  const apologises = isApology(front) || undefined;
  return lookFurther({ ...webServer(front), ...said, tentative, apologises }, nextPages(front, target), target);
}

/** Asks a web server whose front page does not tell for the pages that might. */
function lookFurther(known: Recognition, pages: readonly Page[], target: ProbeTarget): Recognition {
  const [page, ...rest] = pages;
  if (!page) return known;
  return {
    ...known,
    followUp: {
      request: get(target, page.path),
      connection: 'same_or_new',
      read(reply) {
        const answer = parseHttpResponse(reply);
        const found = answer && page.find(answer);
        if (found) return inquire({ ...found, banner: known.banner, stated: known.stated }, target);
        const onward = page.isLanding && answer ? landingPage(answer, target, page.path) : [];
        return lookFurther({ ...onLanding(known, page, answer), followUp: undefined }, [...rest, ...onward], target);
      },
    },
  };
}

/** The page to which the front page leads shows what that says of itself, too. */
function onLanding(known: Recognition, { isLanding }: Page, answer: HttpResponse | null): Recognition {
  if (!isLanding || !answer) return known;
  const introduced = introducedOnPage(answer);
  return {
    ...known,
    title: known.title ?? titleShown(answer),
    ...(introduced && { product: introduced.name, version: introduced.version }),
  };
}

/** Status line, and the page's title for who reads it. */
function bannerOf({ statusLine, title }: HttpResponse): string {
  return title ? `${statusLine}, title: ${title}` : statusLine;
}

/** What a person would know it by: the page's title, else the name that it gives itself elsewhere. */
function titleShown(response: HttpResponse): string | undefined {
  return response.title ?? nameInMeta(response.body) ?? realmOf(response) ?? undefined;
}

function nameInMeta(body: string): string | undefined {
  const tag = /<meta\b[^>]{0,200}\b(?:application-name|apple-mobile-web-app-title|og:site_name)["'][^>]{0,300}>/i.exec(
    body,
  );
  return /\bcontent\s{0,5}=\s{0,5}["']([^"'<>]{1,100})["']/i.exec(tag?.[0] ?? '')?.[1];
}

/** The words with which a browser asks for the password. */
function realmOf({ headers }: HttpResponse): string | undefined {
  return /\brealm="([^"]{2,100})"/i.exec(headers.get('www-authenticate') ?? '')?.[1];
}

/** Whom it calls itself, else the program that serves it: `Apache/2.4.57 (Debian)`, `nginx`, `Icecast 2.4.4`, `Microsoft-IIS/10.0` */
function webServer(response: HttpResponse): Recognition {
  const server = (response.headers.get('server') ?? '').slice(0, 300);
  const [, product, afterSlash, afterSpace] =
    /^([^/(]{1,100}?)(?:\/([^\s(;]{1,50})| v?(\d[\w.]{0,49})|(?=[/(])|$)/.exec(server) ?? [];
  const introduced = introducedOnPage(response);
  return {
    service: 'http',
    product: introduced?.name ?? (product?.trim() || undefined),
    version: introduced ? introduced.version : (afterSlash ?? afterSpace),
    title: titleShown(response),
    purpose: isLikeWebsite(response) ? 'website' : 'interface',
    operatingSystem: operatingSystemHint(server),
    // An open front page says nothing of what lies behind it; one that asks for a login does.
    ...(response.status === 401 && response.headers.has('www-authenticate') && { unauthenticated: false }),
  };
}

/** Servers of other protocols know just enough HTTP to refuse it: no web server leaves out all of these. */
function isApology({ status, headers, body }: HttpResponse): boolean {
  const isBare = ['server', 'date', 'location', 'connection'].every((name) => !headers.has(name));
  return status >= 400 && isBare && !/<\w/.test(body);
}

/** A page, or the error or redirect of one; an interface for programs answers in JSON. */
function isLikeWebsite({ headers }: HttpResponse): boolean {
  const type = headers.get('content-type') ?? '';
  return type === '' || /^text\//i.test(type) || /\bhtml\b/i.test(type);
}
