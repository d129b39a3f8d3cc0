import type { AskDns, DnsAnswer, DnsData, DnsOutcome, DnsQuestion, DnsType } from '../../../common/dns-answer.ts';
import type { LookTools, PolicyAnswer, RegistrationAnswer } from '../domain-look.ts';

interface Entry {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** What stands in the DNS, a record a line: `name TYPE value`, or `name TYPE !outcome`. Lines may be divided by ` | `, too. */
export interface ScriptedDns extends LookTools {
  /** Every question that was asked, as `name TYPE`. */
  readonly questions: string[];
}

/**
 * A resolver that knows these lines and nothing else. A name with others below it has no data of other types, any other name does not exist.
 * Marks: `name SOA 1 ad` validates, `name SOA 1 served-by ADDRESS` is answered with authority by that server, `name A 192.0.2.1 alias` is behind a CNAME.
 */
export function scriptedDns(
  text: string,
  policy: PolicyAnswer = { outcome: 'silent' },
  registration: RegistrationAnswer = { outcome: 'silent' },
): ScriptedDns {
  const entries = text
    .split(/\n| \| /)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): Entry => {
      const [name = '', type = '', ...rest] = line.split(' ');
      return { name: name === '.' ? '' : name, type, value: rest.join(' ') };
    });
  const questions: string[] = [];
  const ask: AskDns = async (question) => {
    questions.push(`${question.name} ${question.type}`);
    return answerFrom(entries, question);
  };
  let labels = 0;
  return {
    ask,
    questions,
    fetchPolicy: async () => ({ ...policy, url: 'https://policy.test/', at: new Date(0) }),
    askRegistration: async () => ({ ...registration, url: 'https://registry.test/', at: new Date(0) }),
    randomLabel: () => `random${labels++}`,
  };
}

function answerFrom<Type extends DnsType>(entries: readonly Entry[], question: DnsQuestion<Type>): DnsAnswer<Type> {
  const { name, type, at } = question;
  const direct = entries.filter((entry) => entry.name === name);
  const wild = entries.filter((entry) => entry.name.startsWith('*.') && name.endsWith(entry.name.slice(1)));
  const own = direct.length > 0 ? direct : wild;
  const wanted = own.filter((entry) => entry.type === `${type}${at === undefined ? '' : `@${at}`}`);
  const failure = wanted.find(({ value }) => value.startsWith('!'))?.value.slice(1);
  const isKnown = name === '' || own.length > 0 || entries.some((entry) => entry.name.endsWith(`.${name}`));
  const outcome =
    (failure?.split(' ')[0] as DnsOutcome | undefined) ??
    (wanted.length > 0 ? 'records' : isKnown ? 'no_data' : 'no_name');
  // With CD a resolver tells what it found, valid or not.
  const isUnchecked = question.checkingDisabled === true && failure?.includes('cd') === true;
  const zones = entries.filter(
    (entry) => entry.type === 'SOA' && (name === entry.name || name.endsWith(`.${entry.name}`)),
  );
  const zone = zones.toSorted((a, b) => b.name.length - a.name.length)[0]?.name ?? null;
  return {
    question,
    outcome: isUnchecked ? 'records' : at !== undefined && wanted.length === 0 ? 'silent' : outcome,
    records: failure === undefined ? wanted.map(({ value }) => dataOf(type, value)) : [],
    isAlias: wanted.some(({ value }) => value.endsWith(' alias')),
    zone: wanted.length > 0 ? null : zone,
    isAuthoritative: wanted.some(({ value }) => value.endsWith(' aa')),
    isValidated: wanted.some(({ value }) => value.endsWith(' ad')),
    extendedError: failure === undefined ? null : Number(/ede(\d+)/.exec(failure)?.[1] ?? Number.NaN) || null,
    server: at ?? '192.0.2.53',
    at: new Date(0),
  };
}

function dataOf<Type extends DnsType>(type: Type, text: string): DnsData[Type] {
  const value = text.replace(/ (?:ad|aa|alias)$/, '');
  const words = value.split(' ');
  const numbers = words.map(Number);
  const data: { readonly [Each in DnsType]: () => DnsData[Each] } = {
    A: () => value,
    AAAA: () => value,
    NS: () => value,
    TXT: () => value,
    SOA: () => ({ serial: numbers[0]! }),
    MX: () => ({ preference: numbers[0]!, exchange: (words[1] ?? '').replace(/\.$/, '') }),
    CAA: () => ({ isCritical: numbers[0] === 128, tag: words[1]!, value: words.slice(2).join(' ') }),
    DS: () => ({
      keyTag: numbers[0]!,
      algorithm: numbers[1]!,
      digestType: numbers[2]!,
      digest: Buffer.from(words[3]!, 'hex'),
    }),
    DNSKEY: () => ({ flags: numbers[0]!, algorithm: numbers[2]!, key: Buffer.from(words[3]!, 'base64') }),
  };
  return data[type]();
}
