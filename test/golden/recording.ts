import { STATUS_CODES } from 'node:http';
import type { ApiAnswer } from '../support/api-client.ts';
import type { ReceivedMail } from '../support/mail-server.ts';

export interface Exchange {
  /** The operation's id in the OpenAPI document, or what else answers there. */
  readonly operation: string;
  /** Who asks; undefined: the partner with its key. */
  readonly asker: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly answer: ApiAnswer;
}

/** The same in every answer, or a matter of the connection. */
const ownOfEveryAnswer = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'vary'],
  ...['cross-origin-opener-policy', 'cross-origin-resource-policy', 'origin-agent-cluster', 'permissions-policy'],
  ...['referrer-policy', 'strict-transport-security', 'content-security-policy', 'x-content-type-options'],
  ...['x-dns-prefetch-control', 'x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies'],
  ...['x-xss-protection', 'x-request-id', 'x-ratelimit-remaining'],
]);

/** What is random in texts, and is called by its kind and the order in which it appears: `<id:1>`. The first that fits counts. */
const randomTexts: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['webhook secret', /whsec_[\w+/=]{44}/],
  ['key', /bwk_(?:test_)?[\dA-Za-z]{46}/],
  ['key prefix', /bwk_(?:test_)?[\dA-Za-z]{8}/],
  ['portal', /portal-[\da-f]{8}\.example\.com/],
  ['link', /[\da-f]{8}-[\da-f-]{27}\.(?:[\w-]+\.)*[\w-]{40,}/],
  ['id', /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/],
  ['proof', /(?<![\w-])[\da-f]{32}(?!\w)/],
  ['authenticator key', /(?<=secret=|"secret": "|^)[A-Z2-7]{32}(?![\w-])/],
  ['token', /(?<![\w./-])[\w-]{40,}(?![\w-])|(?<=[=/])[\w-]{40,}(?![\w-])/],
];
const randomText = new RegExp(randomTexts.map(([, { source }]) => `(${source})`).join('|'), 'g');

/** Fields that depend on the machine: how long something took, what the database's own clock says, codes of authenticators. */
const machineFields = new Map<string, (value: unknown) => unknown>([
  ['duration_ms', () => '<milliseconds>'],
  ['last_used_at', () => '<time>'],
  ['code', (value) => (/^\d{6}$/.test(String(value)) ? '<code>' : value)],
]);
/** Opaque texts of any length that contain ids. */
const opaqueFields = new Set(['next_cursor']);

const lineWidth = 120;

/** What was asked and answered, as text: one exchange a block, each body a line, with stable names for what is random. */
export class Recording {
  readonly #blocks: string[] = [];
  #names = new Map<string, string>();
  #counts = new Map<string, number>();

  get text(): string {
    return `${this.#blocks.join('\n\n')}\n`;
  }

  /** Names begin anew, so that a change in one scene does not show in the next. */
  beginScene(title: string): void {
    this.#names = new Map();
    this.#counts = new Map();
    this.#blocks.push(`${'='.repeat(lineWidth)}\n${title}`);
  }

  addExchange({ operation, asker, method, path, headers, body, answer }: Exchange): void {
    const asked = [
      `${method} ${this.#named(path)}${asker === undefined ? '' : ` as ${asker}`}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${this.#named(value)}`),
      ...(body === undefined ? [] : [this.#json(body)]),
    ];
    const answered = [
      `→ ${answer.status} ${STATUS_CODES[answer.status]}`,
      ...Object.entries(answer.headers)
        .filter(([name]) => !ownOfEveryAnswer.has(name))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([name, values]) => [values ?? []].flat().map((value) => `${name}: ${this.#named(value)}`)),
      ...(answer.body === ''
        ? []
        : [typeof answer.body === 'string' ? this.#page(answer.body) : this.#json(answer.body)]),
    ];
    this.#blocks.push([`--- ${operation}`, ...asked, ...answered].join('\n'));
  }

  /** Mails that arrived at once, by recipient and subject: in which order they are sent is of no importance. */
  addMails(mails: readonly ReceivedMail[]): readonly ReceivedMail[] {
    const order = ({ to, headers }: ReceivedMail) => `${to}\n${headers.get('subject')}`;
    const sorted = mails.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
    if (sorted.length === 0) this.#blocks.push('--- no mail');
    for (const mail of sorted) this.#addMail(mail);
    return sorted;
  }

  #addMail({ to, envelopeFrom, headers, text, html }: ReceivedMail): void {
    const named = [...headers]
      .filter(([name]) => !['date', 'content-type', 'mime-version', 'content-transfer-encoding'].includes(name))
      .map(([name, value]) => `${name}: ${this.#named(value)}`);
    const envelope = [`envelope from: ${this.#named(envelopeFrom)}`, `envelope to: ${to}`];
    const parts = [this.#named(text).trimEnd(), ...(html === '' ? [] : [this.#page(html)])];
    this.#blocks.push(['--- mail', ...envelope, ...named, ...parts].join('\n'));
  }

  #page(html: string): string {
    return this.#named(html).replaceAll('><', '>\n<').trimEnd();
  }

  #named(text: string): string {
    const opaque = [...this.#names].filter(([, name]) => name.startsWith('<cursor'));
    const known = opaque.reduce((replaced, [cursor, name]) => replaced.replaceAll(cursor, name), text);
    return known.replaceAll(randomText, (found, ...groups) => {
      const kind = randomTexts[groups.slice(0, randomTexts.length).findIndex((group) => group !== undefined)]![0];
      return this.#name(kind, found);
    });
  }

  #name(kind: string, value: string): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    const name = `<${kind}:${number}>`;
    this.#names.set(value, name);
    return name;
  }

  #json(value: unknown): string {
    return inline(this.#namedValue(value, ''));
  }

  #namedValue(value: unknown, field: string): unknown {
    if (value === null) return value;
    const placeholder = machineFields.get(field);
    if (placeholder !== undefined) return placeholder(value);
    if (typeof value === 'string') return opaqueFields.has(field) ? this.#name('cursor', value) : this.#named(value);
    if (Array.isArray(value)) return value.map((item) => this.#namedValue(item, ''));
    if (typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [this.#named(name), this.#namedValue(item, name)]),
    );
  }
}

/** The text of a recording with each body over as many lines as it takes to read it, which is how two are compared. */
export function expand(recording: string): string {
  return recording.replaceAll(/^[{[].*[}\]]$/gm, (line) => layOut(JSON.parse(line), ''));
}

/** JSON with what fits into a line in one line. */
function layOut(value: unknown, indent: string): string {
  const line = inline(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= lineWidth) return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => layOut(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${layOut(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.map((item) => `${inner}${item}`).join(',\n')}\n${indent}${close}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const items = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inline(item)}`);
  return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`;
}
