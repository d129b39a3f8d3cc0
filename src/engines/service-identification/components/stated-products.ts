import { splitVersion } from './revision.ts';

export interface StatedProduct {
  readonly name: string;
  readonly version: string | null;
  readonly revision: string | null;
}

/** A name of one or more words, and what version stands behind it: `OpenSSL/1.0.2u`, `Phusion Passenger 6.0.4`, `Express`. */
const product =
  /(?<name>[a-z_][^\s/,;]{0,80}(?: (?!v?\d)[a-z_][^\s/,;]{0,80}){0,5})(?:[/ ]v?(?<version>\d[\w.+~:-]{0,120})(?=[\s,;]|$))?/gi;

/** The products that one line of a `Server` or `X-Powered-By` header, or a generator, names, in their order. */
export function productsIn(statement: string): StatedProduct[] {
  return [...withoutComments(statement).matchAll(product)].map(({ groups }) => {
    const { name, version } = groups as { name: string; version?: string };
    return { name, ...splitVersion(version ?? null) };
  });
}

/** Jetty writes its version as if it were a comment. */
function withoutComments(statement: string): string {
  return statement
    .replace(/(?<=\w)\((\d[^()]{0,60})\)/g, '/$1')
    .replace(/\([^()]{0,120}\)?/g, ',')
    .replace(/<?\bhttps?:\/\/\S+/gi, ',');
}
