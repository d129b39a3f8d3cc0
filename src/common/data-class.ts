/**
 * The message that names what a leak holds: sources write `Email addresses` or `email_addresses`. Of what they invent themselves there is
 * none.
 */
export function dataClassKey(name: string): `leak.data-class.${string}` {
  return `leak.data-class.${name.toLowerCase().replaceAll(/[ _]/g, '-')}`;
}
