import { InvalidArgumentError } from 'commander';
import { canonicalAddress } from '../engines/address-policy/address-policy.ts';

/** As it is written once and for all. */
export function ipAddress(text: string): string {
  const address = canonicalAddress(text);
  if (address === null) throw new InvalidArgumentError(`"${text}" is no IP address.`);
  return address;
}

export function capacityOrNone(text: string): number | 'none' {
  if (text === 'none' || text === '0') return text === 'none' ? text : 0;
  return wholeNumber(text);
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

export function wholeNumberOrDefault(text: string): number | 'default' {
  return text === 'default' ? text : wholeNumber(text);
}

export function countOrDefault(text: string): number | 'default' {
  if (text === 'default') return text;
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0, or "default".');
  return Number(text);
}

export function intervalHours(text: string): number | 'default' {
  return text === 'default' ? text : hours(text);
}

export function hours(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value > 8_760)
    throw new InvalidArgumentError('It must be a number of hours from 0 to 8760.');
  return value;
}
