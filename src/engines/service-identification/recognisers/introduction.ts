import { asciiText, firstPrintableLine } from '../printable.ts';
import type { Recogniser, Recognition } from '../recogniser.ts';
import { at } from './http-response.ts';

const name = String.raw`[A-Za-z][A-Za-z\d+]*(?:[._-][A-Za-z\d+]+){0,4}`;
const version = String.raw`\d{1,5}(?:\.\d{1,5}){1,4}[\w.+~-]{0,30}`;

/** Reply codes and marks in front of what a greeting says, and what it says before a name. */
const codes = /^(?:\d{3}(?:[ -]|$)|[*+-] ?(?:OK|ERR)\b|(?:OK|ERR(?:OR)?)\b|[#;%*<>:!@=-]{1,80})[ :]{0,3}/;
const salutation =
  /^(?:hello,? )?(?:(?:welcome to|this is|hello from|connected to|you are connected to|i am|greetings from)(?: the| an?)? )?(?:the )?/i;
/** `mail.example.com Foo 1.2` */
const hostInFront = /^[\w-]+(?:\.[\w-]+)+[:,]? (?=[A-Za-z])/;

const kinds = '(?:server|daemon|service|broker|node|gateway|proxy|agent)';
const nameAndVersion = new RegExp(
  `^(?<name>${name}(?: ${name}){0,2}?)(?: ${kinds})?(?:[/ _-]|, | \\()(?:v|ver\\.? ?|version:? ?|release:? ?|revision:? ?)?(?<version>${version})(?=[ ,;:)\\]]|$)`,
  'i',
);
const nameAndKind = new RegExp(`^(?<name>${name}(?: ${name})?) ${kinds}(?=[ ,;:.!)]|$)`, 'i');

/** What stands where a name would and is none: complaints, protocols, languages. */
const noNames = new Set(
  [
    'access bad bye cannot client closed command connection denied error expected expecting failed failure forbidden from got illegal internal',
    'invalid login malformed method missing no not null of only password please protocol ready request server session syntax terminated the this timeout',
    'unauthorized unexpected unknown unrecognized unsupported usage user using version warning wrong you your',
    'http https html json xml ssl tls tcp udp ip port java php perl python ruby linux unix windows',
    'api app application backend default development file frontend home it local mail main my page private proxy secure site staging test upstream web website',
  ].flatMap((line) => line.split(' ')),
);

/** Whom something calls itself. */
export interface Introduced {
  readonly name: string;
  readonly version: string | undefined;
}

/** Null when it does not say. */
export function introducedBy(text: string): Introduced | null {
  const said = text.replace(codes, '').replace(salutation, '').replace(hostInFront, '');
  const { groups } = nameAndVersion.exec(said) ?? nameAndKind.exec(said) ?? {};
  return groups?.name !== undefined && isName(groups.name) ? { name: groups.name, version: groups.version } : null;
}

/** Nothing of it stands where a name would and is none. */
export function isName(text: string): boolean {
  return (
    text.length >= 3 &&
    !text
      .toLowerCase()
      .split(/[ ._-]/)
      .some((word) => noNames.has(word))
  );
}

const keysOfNames = ['service', 'server', 'product', 'software', 'application', 'app', 'program', 'daemon', 'name'];
const keysOfVersions = ['version', 'server_version', 'serverVersion', 'release', 'ver'];
const wholeName = new RegExp(`^${name}(?: ${name}){0,3}$`);
/** What stands there needs no version beside it to be a program's name; a “name” or a “server” may be anybody's. */
const keysOfPrograms = ['service', 'product', 'software', 'application', 'app', 'program', 'daemon'];

/** `{"name": "foo", "version": "1.2"}`, `{"service": "foo"}`, also one level further in. Null where it does not say. */
export function introducedInJson(json: unknown): Introduced | null {
  const inside = typeof json === 'object' && json !== null ? Object.values(json) : [];
  for (const value of [json, ...inside.slice(0, 8)]) {
    const text = (key: string) => {
      const found = at(value, key);
      return typeof found === 'string' && found.length <= 60 ? found : undefined;
    };
    const called = keysOfNames.map(text).find((found) => found !== undefined && wholeName.test(found));
    const stated = keysOfVersions.map(text).find((found) => found !== undefined && /^v?\d[\w.+~-]*$/.test(found));
    if (called !== undefined && stated !== undefined) return { name: called, version: stated.replace(/^v/, '') };
  }
  const [alone] = keysOfPrograms
    .map((key) => at(json, key))
    .filter((found) => typeof found === 'string' && found.length <= 60 && wholeName.test(found))
    .filter((found): found is string => !noNames.has(String(found).toLowerCase()));
  return alone === undefined ? null : { name: alone, version: undefined };
}

/** Of a line, or of all of it. */
function jsonIn(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(/^\s*\{[^\n]*\}\s*?\n/.exec(text)?.[0] ?? text);
  } catch {
    return undefined;
  }
}

/**
 * Who names himself in a protocol that nobody here knows is called that: `220 mail.example.com Foo 1.2 ready`, `Foo/1.2`, `{"name": "foo",
 * "version": "1.2"}`. It is only what a service says of itself: names of what is recognised by its protocol (`proved`) need that proof, and
 * nothing follows for a login.
 */
export function introduction(proved: ReadonlySet<string>): Recogniser {
  return { service: 'introduction', ports: [], unasked: (bytes) => introducedIn(bytes, proved) };
}

/** An error of JSON-RPC 2.0, section 5.1: who gets a line that is no JSON says so with one of its numbers. */
const callsErrors = /^\{(?=[^\n]{0,400}"jsonrpc": ?"2\.0")(?=[^\n]{0,400}"code": ?-32[67]\d\d\b)/;

function introducedIn(bytes: Buffer, proved: ReadonlySet<string>): Recognition | null {
  const text = asciiText(bytes);
  const line = firstPrintableLine(bytes, 200);
  if (line === null || text.startsWith('HTTP/') || !/^[\t\r\n -~]+$/.test(text.slice(0, 400))) return null;
  if (callsErrors.test(text)) return { service: 'json-rpc', banner: 'JSON-RPC 2.0', tentative: true, introduces: true };
  const said = introducedInJson(jsonIn(text)) ?? introducedBy(line);
  const service = said?.name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
  if (!said || service === undefined || proved.has(service)) return null;
  return { service, product: said.name, version: said.version, tentative: true, introduces: true };
}
