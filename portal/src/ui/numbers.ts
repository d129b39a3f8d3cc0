const grouped = new Intl.NumberFormat('en');

/** `1,000`. */
export function numberText(value: number): string {
  return grouped.format(value);
}
