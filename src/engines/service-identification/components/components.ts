import { printableText } from '../printable.ts';
import type { ServiceIdentity } from '../service-identity.ts';
import { revisionIn } from './revision.ts';
import { type StatementPlace, statementPlaces } from './stated.ts';
import { productsIn, type StatedProduct } from './stated-products.ts';

/** Where a component was stated: in the first line of its protocol, in what else it answered, or at a place of a web page. */
export const componentPlaces = ['greeting', 'answer', ...statementPlaces] as const;
export type ComponentPlace = (typeof componentPlaces)[number];

/** A program that has a part in a service, as the service itself stated it. */
export interface Component extends StatedProduct {
  /** The packager's part of the version, such as `Debian-5+deb11u1`; null when none was stated. */
  readonly revision: string | null;
  readonly where: ComponentPlace;
}

export const maxComponents = 8;
/** 120 characters in all. What is longer is no version, and half of it would be another one. */
const maxLengths = { name: 50, version: 30, revision: 40 } as const;

/** What a service said of itself, as far as it names programs. */
export type SpokenIdentity = Pick<ServiceIdentity, 'product' | 'version' | 'banner' | 'stated'>;

/** What a service is made of, by what it said: the product first, then what its web page states. At most eight. */
export function componentsOf(identity: SpokenIdentity): Component[] {
  const stated = statementPlaces.flatMap((place) => componentsAt(identity, place));
  const components = [...productOf(identity, stated), ...stated].map(bounded).filter((component) => component !== null);
  const once = new Map(components.map((component) => [keyOf(component), component]));
  return [...once.values()].slice(0, maxComponents);
}

/** Whether both state the same programs in the same versions, wherever they say so. */
export function stateTheSame(one: SpokenIdentity, other: SpokenIdentity): boolean {
  return saySame(one, other) || stateSame(one, other);
}

/** Word for word, as nearly all do from one scan to the next. */
function saySame(one: SpokenIdentity, other: SpokenIdentity): boolean {
  const isSame = (['product', 'version', 'banner'] as const).every((part) => one[part] === other[part]);
  return isSame && statementPlaces.every((place) => one.stated?.[place] === other.stated?.[place]);
}

function stateSame(one: SpokenIdentity, other: SpokenIdentity): boolean {
  const keys = (identity: SpokenIdentity) => componentsOf(identity).map(keyOf).sort().join('\n');
  return keys(one) === keys(other);
}

function componentsAt({ stated }: SpokenIdentity, where: StatementPlace): Component[] {
  const lines = stated?.[where]?.split('\n') ?? [];
  return lines.flatMap((line) => productsIn(line).map((product) => ({ ...product, where })));
}

/** The recognised product, unless a statement has it already. */
function productOf({ product, version, banner }: SpokenIdentity, stated: readonly Component[]): Component[] {
  if (product === null) return [];
  const isStated = stated.some(
    ({ name, version: said }) =>
      name.toLowerCase() === product.toLowerCase() && (version === null || said?.startsWith(version)),
  );
  if (isStated) return [];
  const greeting = banner === null || isStatusLine(banner) ? '' : banner;
  const revision = version === null ? null : revisionIn(greeting, version);
  return [{ name: product, version, revision, where: greeting.includes(version ?? product) ? 'greeting' : 'answer' }];
}

/** Of a web page: the number in it is the protocol's. */
function isStatusLine(banner: string): boolean {
  return banner.startsWith('HTTP/');
}

function bounded({ name, version, revision, where }: Component): Component | null {
  const known = printableText(name, maxLengths.name);
  const within = (text: string | null, max: number) => (text !== null && text.length <= max ? text : null);
  if (known === null) return null;
  const bounds = { version: within(version, maxLengths.version), revision: within(revision, maxLengths.revision) };
  return { name: known, ...bounds, where };
}

function keyOf({ name, version, revision }: Component): string {
  return JSON.stringify([name, version, revision]);
}
