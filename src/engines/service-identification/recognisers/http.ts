import { operatingSystemHint } from '../operating-system.ts';
import type { FollowUp, ProbeTarget, Recogniser, Recognition } from '../recogniser.ts';
import { type HttpProduct, type HttpResponse, httpProducts } from './http-products.ts';

const headLimit = 16_384;
const bodyLimit = 16_384;

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
  const host = address.includes(':') ? `[${address}]` : address;
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\n\r\n`,
  );
}

/** Null when the bytes are no answer of a web server. */
function parseHttpResponse(bytes: Buffer): HttpResponse | null {
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})(?=[ \r\n]|$)/.exec(bytes.toString('latin1', 0, 16))?.[1];
  if (status === undefined) return null;
  const end = bytes.subarray(0, headLimit).indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end < 0 ? headLimit : end);
  const body = end < 0 ? '' : bytes.toString('utf8', end + 4, end + 4 + bodyLimit);
  return { status: Number(status), headers: parseHeaders(head), body };
}

function parseHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function recogniseResponse(response: HttpResponse, target: ProbeTarget): Recognition {
  const product = recogniseProduct(response);
  if (product)
    return { ...product, followUp: product.version === undefined ? askVersion(response, target) : undefined };
  const tentative = response.status !== 401 && (response.status < 200 || response.status > 299);
  return { ...webServer(response), tentative, followUp: askVersion(response, target) };
}

function recogniseProduct(response: HttpResponse): Recognition | null {
  for (const row of httpProducts) {
    const fromHeader = matchHeader(row, response);
    const fromBody = row.body?.test(response.body) ?? false;
    if (fromHeader || fromBody) return productRecognition(row, response, fromHeader?.[1]);
  }
  return null;
}

function matchHeader({ header }: HttpProduct, response: HttpResponse): RegExpExecArray | null {
  const value = header && response.headers.get(header[0]);
  return header === undefined || value === undefined ? null : header[1].exec(value);
}

function productRecognition(row: HttpProduct, response: HttpResponse, headerVersion: string | undefined): Recognition {
  return {
    service: row.service,
    product: row.product,
    version: headerVersion ?? row.bodyVersion?.exec(response.body)?.[1],
    operatingSystem: operatingSystemHint(response.headers.get('server') ?? ''),
    unauthenticated: row.unauthenticated?.(response),
  };
}

/** `Apache/2.4.57 (Debian)`, `nginx`, `Microsoft-IIS/10.0` */
function webServer(response: HttpResponse): Recognition {
  const server = (response.headers.get('server') ?? '').slice(0, 300);
  const [, product, version] = /^([^/(]{1,100})(?:\/([^\s(;]{1,50}))?/.exec(server) ?? [];
  return {
    service: 'http',
    product: product?.trim() || undefined,
    version,
    operatingSystem: operatingSystemHint(server),
  };
}

/** Docker, Kubernetes and etcd say little at `/` but tell their name at `/version`, which is there to be read. */
function askVersion(response: HttpResponse, target: ProbeTarget): FollowUp | undefined {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const isPlainNotFound = response.status === 404 && /^(?:[\da-f]+\r\n)?404 page not found/.test(response.body);
  if (!isJson && !isPlainNotFound) return undefined;
  const before = recogniseProduct(response);
  return {
    request: get(target, '/version'),
    read(reply) {
      const parsed = parseHttpResponse(reply);
      const after = parsed && recogniseProduct(parsed);
      if (!after || (before && before.service !== after.service)) return null;
      return { ...after, unauthenticated: before?.unauthenticated ?? after.unauthenticated };
    },
  };
}
