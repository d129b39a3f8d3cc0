import { dumpPhrase } from './dump-wording.ts';
import { readElements, unclear, verdictOf } from './nftables-elements.ts';
import type { NftStatement, NftValue } from './nftables-model.ts';
import { unquote } from './nftables-tokens.ts';

/** Reads the words of one rule. What is not understood becomes a doubt, and a verdict behind it still counts. */
export function readStatements(words: readonly string[]): NftStatement[] {
  return new StatementReader(words).read();
}

/** Words that begin a statement, by which the reader finds its way again. */
const beginnings = new Set(
  (
    'accept drop reject return continue jump goto queue dnat redirect snat masquerade tproxy synproxy fwd dup notrack ' +
    'counter log limit quota comment'
  ).split(' '),
);

/** Protocols whose header fields are written `tcp dport`. */
const headers = new Set(
  (
    'ip ip6 tcp udp th icmp icmpv6 sctp dccp udplite ether vlan arp ah esp comp igmp gre geneve vxlan gretap rt frag hbh mh ' +
    'dst exthdr'
  ).split(' '),
);

/** Keys of meta that are written without it. */
const bareKeys = new Set(
  'iif iifname iiftype iifgroup oif oifname oiftype oifgroup pkttype mark skuid skgid rtclassid cpu cgroup secpath ibrname obrname'.split(
    ' ',
  ),
);
const operators = new Set(['==', '!=', '<', '>', '<=', '>=', '!']);

class StatementReader {
  readonly #words: readonly string[];
  readonly #statements: NftStatement[] = [];
  #position = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  read(): NftStatement[] {
    while (this.#position < this.#words.length) this.#readOne();
    return this.#statements;
  }

  readOne(): NftStatement[] {
    this.#readOne();
    return this.#statements;
  }

  #next(): string {
    const word = this.#words[this.#position] ?? '';
    this.#position += 1;
    return word;
  }

  #peek(offset = 0): string {
    return this.#words[this.#position + offset] ?? '';
  }

  #accept(word: string): boolean {
    if (this.#peek() !== word) return false;
    this.#position += 1;
    return true;
  }

  #add(statement: NftStatement): void {
    this.#statements.push(statement);
  }

  #readOne(): void {
    const start = this.#position;
    const word = this.#next();
    switch (word) {
      case 'accept':
      case 'drop':
      case 'return':
      case 'continue':
        this.#add({ kind: 'verdict', verdict: verdictOf([word]) });
        return;
      case 'jump':
      case 'goto':
        if (this.#peek() === '{') {
          this.#readUnclear('an inner chain');
          return;
        }
        this.#add({ kind: 'verdict', verdict: verdictOf([word, this.#next()]) });
        return;
      case 'reject':
        this.#readReject();
        return;
      case 'counter':
        this.#readCounter();
        return;
      case 'log':
      case 'comment':
        this.#skipTo(beginnings);
        return;
      case 'limit':
        this.#readLimit();
        return;
      case 'quota':
        this.#add({ kind: 'doubt', reason: dumpPhrase('passed') });
        this.#skipTo(beginnings);
        return;
      case 'notrack':
        this.#add({ kind: 'untrack' });
        return;
      case 'dnat':
      case 'redirect':
        this.#readTranslation();
        return;
      case 'snat':
      case 'masquerade':
      case 'dup':
      case 'flow':
        this.#skipTo(beginnings);
        return;
      case 'queue':
      case 'tproxy':
      case 'synproxy':
      case 'fwd':
        this.#readUnclear(word);
        return;
      case 'add':
      case 'update':
      case 'delete':
      case 'meter':
        this.#readDynamicSet();
        return;
      case 'ct':
        if (this.#peek() === 'count') {
          this.#readConnections();
          return;
        }
    }
    this.#position = start;
    this.#readMatch();
  }

  /** Words within braces are none of the rule's own. */
  #skipTo(words: ReadonlySet<string>): void {
    while (this.#position < this.#words.length && !words.has(this.#peek())) {
      if (this.#peek() === '{') this.#takeBraces();
      else this.#position += 1;
    }
  }

  #readUnclear(word: string): void {
    this.#add({ kind: 'verdict', verdict: verdictOf([word]) });
    this.#position = this.#words.length;
  }

  #readReject(): void {
    const type = this.#accept('with') ? this.#next() : '';
    this.#add({ kind: 'reject', type });
    this.#skipTo(beginnings);
  }

  /** `counter packets 5 bytes 6`, `counter name "web"` */
  #readCounter(): void {
    while (['packets', 'bytes', 'name'].includes(this.#peek())) this.#position += 2;
  }

  /** `limit rate over 5/minute burst 5 packets`, `limit name "slow"` */
  #readLimit(): void {
    const isNamed = this.#accept('name');
    if (!isNamed) this.#accept('rate');
    const isOver = this.#accept('over');
    this.#position += 1;
    if (this.#accept('burst')) this.#position += 2;
    while (/^([kmg]?bytes)(\/\w+)?$/.test(this.#peek())) this.#position += 1;
    if (isNamed) this.#add({ kind: 'doubt', reason: dumpPhrase('limit-named') });
    else this.#add({ kind: 'limit', isOver });
  }

  /** `ct count over 10` */
  #readConnections(): void {
    this.#position += 1;
    const isOver = this.#accept('over');
    this.#add({ kind: 'connections', isOver, count: Number(this.#next()) });
  }

  /** `add @set { ip saddr limit rate over 5/minute }` holds as the statements in it do. */
  #readDynamicSet(): void {
    while (this.#position < this.#words.length && this.#peek() !== '{') this.#position += 1;
    const inner = this.#takeBraces();
    this.#add({ kind: 'reads', fields: fieldsIn(inner) });
    const start = inner.findIndex((word, index) => word === 'limit' || (word === 'ct' && inner[index + 1] === 'count'));
    const limit = start < 0 ? undefined : readFirst(inner.slice(start));
    if (limit) this.#add(limit);
  }

  /** `dnat ip to 10.0.0.1:80`, `redirect to :8081`; targets from maps are not one place. */
  #readTranslation(): void {
    while (['ip', 'ip6', 'prefix', 'addr', 'port', '.'].includes(this.#peek())) this.#position += 1;
    if (!this.#accept('to')) {
      // Redirected to the server itself, to the port that was called.
      this.#add({ kind: 'translate', address: '', port: '' });
      this.#skipTo(beginnings);
      return;
    }
    const target = this.#next();
    const isLast =
      this.#position >= this.#words.length || /^(comment|random|fully-random|persistent|,)$/.test(this.#peek());
    const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(target);
    const [address, port] = bracketed ? [bracketed[1]!, bracketed[2] ?? ''] : splitTarget(target);
    if (isLast) this.#add({ kind: 'translate', address, port });
    else
      this.#add({
        kind: 'verdict',
        verdict: unclear(dumpPhrase('translation-depends')),
      });
    this.#position = this.#words.length;
  }

  #readMatch(): void {
    const start = this.#position;
    const fields = this.readFields();
    if (fields === null) {
      this.#giveUp(start);
      return;
    }
    if (this.#peek() === 'set') {
      this.#skipTo(beginnings);
      return;
    }
    const mask = this.#readMask();
    if (mask === undefined) {
      this.#giveUp(start);
      return;
    }
    if (this.#accept('vmap')) {
      const value = this.#readValue();
      value && mask === null ? this.#add({ kind: 'vmap', fields, value }) : this.#giveUp(start, true);
      return;
    }
    const operator = operators.has(this.#peek()) ? (this.#next() as '==') : 'in';
    const value = this.#readValue();
    if (value === null) {
      this.#giveUp(start);
      return;
    }
    // tcp flags syn / fin,syn,rst,ack
    if (this.#accept('/')) {
      const maskWords = this.#readWords();
      const sense = operator === 'in' ? '==' : operator;
      this.#add({ kind: 'match', fields, mask: maskWords, operator: sense, value });
      return;
    }
    this.#add({ kind: 'match', fields, mask, operator: implied(fields, operator), value });
  }

  /** A condition, or a verdict map, of which nobody knows what it says. */
  #giveUp(start: number, decides = false): void {
    const text = this.#words.slice(start, start + 4).join(' ');
    this.#position = Math.max(this.#position, start + 1);
    this.#skipTo(beginnings);
    const skipped = this.#words.slice(start, this.#position);
    if (skipped.includes('set')) return;
    this.#add({ kind: 'doubt', reason: dumpPhrase('undecided-field', { field: text }) });
    if (!decides && !skipped.includes('vmap')) return;
    this.#add({ kind: 'verdict', verdict: unclear(dumpPhrase('leads-to', { text })) });
  }

  /** Fields, concatenated by dots, at the beginning of the words. Null: none. */
  readFields(): string[] | null {
    const fields: string[] = [];
    do {
      const field = this.#readField();
      if (field === null) return null;
      fields.push(field);
    } while (this.#accept('.'));
    return fields;
  }

  #readField(): string | null {
    const word = this.#next();
    if (headers.has(word)) {
      const name = this.#next();
      // rt and dst headers, and TCP options, have more words.
      return name === 'option' ? null : `${word} ${name}`;
    }
    if (word === 'meta') {
      const key = this.#next();
      return bareKeys.has(key) && key !== 'mark' ? key : `meta ${key}`;
    }
    if (word === 'ct') {
      const key = this.#next();
      return key === 'original' || key === 'reply' ? `ct ${key} ${this.#next()}` : `ct ${key}`;
    }
    if (word === 'fib') return this.#readFib();
    return bareKeys.has(word) ? word : null;
  }

  /** `fib saddr . iif oif`, `fib daddr type` */
  #readFib(): string {
    const words = ['fib', this.#next()];
    while (this.#accept('.')) words.push('.', this.#next());
    words.push(this.#next());
    return words.join(' ');
  }

  /** `& (fin | syn)`; null: no mask; undefined: something else is done with the field. */
  #readMask(): string[] | null | undefined {
    if (['|', '^', '<<', '>>'].includes(this.#peek())) return undefined;
    if (!this.#accept('&')) return null;
    const isGroup = this.#accept('(');
    const words = [this.#next()];
    while (this.#accept('|')) words.push(this.#next());
    return isGroup && !this.#accept(')') ? undefined : words;
  }

  #readValue(): NftValue | null {
    if (this.#peek() === '{') return { kind: 'elements', elements: readElements(this.#takeBraces()) };
    if (this.#peek().startsWith('@')) return { kind: 'named', name: this.#next().slice(1) };
    const words = this.#readWords();
    return words.length === 0 ? null : { kind: 'words', words };
  }

  /** `established,related`, `"01:00"-"02:00"` */
  #readWords(): string[] {
    const words: string[] = [];
    if (this.#position < this.#words.length && !['(', ')', '{', '}', ','].includes(this.#peek()))
      words.push(unquote(this.#next()));
    while (this.#accept(',')) words.push(unquote(this.#next()));
    if (this.#accept('-')) words.push(`${words.pop()}-${unquote(this.#next())}`);
    return words;
  }

  /** The words between braces, which may have braces within. */
  #takeBraces(): string[] {
    const start = this.#position + 1;
    let depth = 0;
    for (; this.#position < this.#words.length; this.#position += 1) {
      if (this.#peek() === '{') depth += 1;
      if (this.#peek() === '}') depth -= 1;
      if (depth === 0) break;
    }
    const inner = this.#words.slice(start, this.#position);
    this.#position += 1;
    return inner;
  }
}

function fieldsIn(words: readonly string[]): readonly string[] {
  return new StatementReader(words).readFields() ?? [];
}

/** The limit that the words begin with. */
function readFirst(words: readonly string[]): NftStatement | undefined {
  return new StatementReader(words).readOne()[0];
}

/** Of bits, a list without an operator asks for any of them; of everything else there is only equality. */
function implied(fields: readonly string[], operator: '==' | 'in'): '==' | 'in' {
  return operator === 'in' && fields[0] !== 'tcp flags' ? '==' : operator;
}

function splitTarget(text: string): [address: string, port: string] {
  const colons = text.split(':');
  return colons.length > 2 ? [text, ''] : [colons[0]!, colons[1] ?? ''];
}
