import type { Family, IpAddress } from '../../../common/ip-bytes.ts';

/** Where an address stands in received memory: compared and looked up in place, because there may be 100,000 a second. */
export interface AddressSlice {
  readonly view: DataView;
  readonly offset: number;
  readonly family: Family;
}

/** A number that equal addresses share and few others do. */
export function addressKey({ view, offset, family }: AddressSlice): number {
  const first = view.getUint32(offset);
  if (family === 4) return first;
  let key = first;
  for (let at = 4; at < 16; at += 4) key = Math.imul(key ^ (key >>> 15), 0x2c1b3c6d) ^ view.getUint32(offset + at);
  return key >>> 0;
}

export function equalsAddress({ view, offset, family }: AddressSlice, address: IpAddress): boolean {
  if (family !== address.family) return false;
  for (let index = 0; index < address.bytes.length; index += 1) {
    if (view.getUint8(offset + index) !== address.bytes[index]) return false;
  }
  return true;
}
