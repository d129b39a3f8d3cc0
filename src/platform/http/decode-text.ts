import { StringDecoder } from 'node:string_decoder';

const pieceBytes = 512 * 1_024;

/**
 * The text of bytes, as `toString` has it. Of more than a megabyte `toString` keeps the characters outside of the heap, and there
 * until the next full collection, however soon the text is let go of; a text put together from pieces goes with the next small one.
 * @param bytes UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for (let start = 0; start < bytes.length; start += pieceBytes)
    text += decoder.write(bytes.subarray(start, start + pieceBytes));
  return text + decoder.end();
}
