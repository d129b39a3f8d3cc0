import { type AddressSlice, addressKey, equalsAddress } from './address-slice.ts';
import type { Target } from './target.ts';

/** Targets by address, in the order they came and looked up straight from received packets. */
export class TargetTable {
  readonly all: Target[] = [];
  readonly #byKey = new Map<number, Target[]>();
  readonly #byText = new Map<string, Target>();

  add(target: Target): void {
    const key = keyOf(target);
    this.all.push(target);
    this.#byText.set(target.route.target.text, target);
    this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), target]);
  }

  remove(target: Target): void {
    const key = keyOf(target);
    const others = (this.#byKey.get(key) ?? []).filter((each) => each !== target);
    if (others.length === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, others);
    this.all.splice(this.all.indexOf(target), 1);
    this.#byText.delete(target.route.target.text);
  }

  find(address: AddressSlice): Target | undefined {
    return this.#byKey.get(addressKey(address))?.find((target) => equalsAddress(address, target.route.target));
  }

  findText(text: string): Target | undefined {
    return this.#byText.get(text);
  }
}

function keyOf(target: Target): number {
  const { bytes, family } = target.route.target;
  return addressKey({ view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0, family });
}
