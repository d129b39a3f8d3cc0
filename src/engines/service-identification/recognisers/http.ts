import { operatingSystemHint } from '../operating-system.ts';
import type { ProbeTarget, Recogniser, Recognition } from '../recogniser.ts';
import type { HttpProduct, Question } from './http-products/http-product.ts';
import { type Suspicion, suspicions } from './http-products/suspicions.ts';
import { httpProducts } from './http-products.ts';
import { type HttpResponse, parseHttpResponse } from './http-response.ts';

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

function get({ address, port, userAgent }: ProbeTarget, path: string): Buffer {
  return request(`GET ${path}`, { address, port, userAgent }, '');
}

function post(target: ProbeTarget, path: string, json: string): Buffer {
  const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
  return Buffer.concat([request(`POST ${path}`, target, head), Buffer.from(json)]);
}

function request(methodAndPath: string, { address, port, userAgent }: ProbeTarget, moreHeaders: string): Buffer {
  const host = address.includes(':') ? `[${address}]` : address;
  return Buffer.from(
    `${methodAndPath} HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\n${moreHeaders}\r\n`,
  );
}

function recogniseResponse(response: HttpResponse, target: ProbeTarget): Recognition {
  const row = productOf(response, target);
  const banner = bannerOf(response);
  if (row) return inquire({ ...recogniseProduct(row, response), banner }, row.questions ?? [], target);
  const tentative = response.status !== 401 && (response.status < 200 || response.status > 299);
  const suspected = suspicions.filter(({ fits }) => fits(response));
  return investigate({ ...webServer(response), banner, tentative }, suspected, target);
}

function productOf(response: HttpResponse, { port }: ProbeTarget): HttpProduct | undefined {
  return httpProducts.find((row) => {
    if (row.onlyOnPorts && !row.onlyOnPorts.includes(port)) return false;
    return matchHeader(row, response) !== null || (row.body?.test(response.body) ?? false);
  });
}

function matchHeader({ header }: HttpProduct, response: HttpResponse): RegExpExecArray | null {
  const value = header && response.headers.get(header[0]);
  return header === undefined || value === undefined ? null : header[1].exec(value);
}

function recogniseProduct(row: HttpProduct, response: HttpResponse): Recognition {
  return {
    service: row.service,
    product: row.product,
    version: matchHeader(row, response)?.[1] ?? row.bodyVersion?.exec(response.body)?.[1],
    operatingSystem: operatingSystemHint(response.headers.get('server') ?? ''),
    unauthenticated: row.unauthenticated?.(response),
  };
}

/** Status line, and the page's title for who reads it. */
function bannerOf({ statusLine, body }: HttpResponse): string {
  const title = /<title[^>]{0,200}>([^<]{1,300})</i.exec(body)?.[1]?.trim();
  return title ? `${statusLine}, title: ${title}` : statusLine;
}

/** `Apache/2.4.57 (Debian)`, `nginx`, `Icecast 2.4.4`, `Microsoft-IIS/10.0` */
function webServer(response: HttpResponse): Recognition {
  const server = (response.headers.get('server') ?? '').slice(0, 300);
  const [, product, afterSlash, afterSpace] =
    /^([^/(]{1,100}?)(?:\/([^\s(;]{1,50})| v?(\d[\w.]{0,49})|(?=[/(])|$)/.exec(server) ?? [];
  return {
    service: 'http',
    product: product?.trim() || undefined,
    version: afterSlash ?? afterSpace,
    operatingSystem: operatingSystemHint(server),
    // An open front page says nothing of what lies behind it; one that asks for a login does.
    ...(response.status === 401 && response.headers.has('www-authenticate') && { unauthenticated: false }),
  };
}

/** Asks a known product what the front page left open. */
function inquire(known: Recognition, questions: readonly Question[], target: ProbeTarget): Recognition {
  const [question, ...rest] = questions;
  const { version, unauthenticated } = known;
  if (!question || unauthenticated === false || (unauthenticated !== undefined && version !== undefined)) return known;
  return {
    ...known,
    followUp: {
      request: question.waitsOn ? Buffer.alloc(0) : requestOf(question, target),
      connection: question.waitsOn ? undefined : 'same_or_new',
      read(reply) {
        const answer = parseHttpResponse(reply);
        const told = answer ? question.read(answer) : {};
        const now = {
          ...known,
          version: version ?? told.version,
          unauthenticated: unauthenticated ?? told.unauthenticated,
          followUp: undefined,
        };
        return inquire(now, rest, target);
      },
    },
  };
}

function requestOf({ path, body }: Question, target: ProbeTarget): Buffer {
  return body === undefined ? get(target, path) : post(target, path, body);
}

/** Asks a web server of which only the manner is known for what would prove a suspicion. */
function investigate(known: Recognition, suspected: readonly Suspicion[], target: ProbeTarget): Recognition {
  const [suspicion, ...rest] = suspected;
  if (!suspicion) return known;
  return {
    ...known,
    followUp: {
      request: get(target, suspicion.path),
      connection: 'same_or_new',
      read(reply) {
        const answer = parseHttpResponse(reply);
        const row = answer && (suspicion.proves ? suspicion.proves(answer) : productOf(answer, target));
        if (!answer || !row) return investigate({ ...known, followUp: undefined }, rest, target);
        return inquire({ ...recogniseProduct(row, answer), banner: known.banner }, row.questions ?? [], target);
      },
    },
  };
}
