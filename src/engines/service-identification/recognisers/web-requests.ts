import type { ProbeTarget } from '../recogniser.ts';

export function get(target: ProbeTarget, path: string): Buffer {
  return request(`GET ${path}`, target, '');
}

export function post(target: ProbeTarget, path: string, json: string): Buffer {
  const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
  return Buffer.concat([request(`POST ${path}`, target, head), Buffer.from(json)]);
}

function request(methodAndPath: string, target: ProbeTarget, moreHeaders: string): Buffer {
  const { userAgent } = target;
  return Buffer.from(
    `${methodAndPath} HTTP/1.1\r\nHost: ${hostOf(target)}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\n${moreHeaders}\r\n`,
  );
}

/** Address and port as a URL has them. */
export function hostOf({ address, port }: ProbeTarget): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
