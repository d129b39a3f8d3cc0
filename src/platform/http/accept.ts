/**
 * Whether an `Accept` header (RFC 9110, 12.5.1) would rather have one media type than another: by its weight, then because it is named
 * more exactly. What says nothing of either prefers none.
 */
export function isPreferred(accept: string, type: string, other: string): boolean {
  const [wanted, alternative] = [wishFor(accept, type), wishFor(accept, other)];
  if (wanted.weight === 0) return false;
  if (wanted.weight !== alternative.weight) return wanted.weight > alternative.weight;
  return wanted.exactness > alternative.exactness;
}

interface Wish {
  readonly weight: number;
  /** 2: by its name, 1: by the first half of it, 0: as anything else, -1: not at all. */
  readonly exactness: number;
}

function wishFor(accept: string, type: string): Wish {
  let found: Wish = { weight: 0, exactness: -1 };
  for (const part of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
    const exactness = [`*/*`, `${type.split('/')[0]}/*`, type].indexOf(range);
    if (exactness <= found.exactness) continue;
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    found = { weight: weight >= 0 && weight <= 1 ? weight : 0, exactness };
  }
  return found;
}
