/** A publisher's data that cannot be what it claims to be, such as the half of a file. The message says what is wrong with it. */
export class MalformedData extends Error {
  override readonly name = 'MalformedData';
}
