import fc from 'fast-check';

const notable = [...'\u200b\u202e\ufeff\ud800\u0000。.@:/[]()-_ \n<>"'];

/** Text of any code points, lone surrogates included, with many of those that addresses are made of. */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(...notable),
    fc.constantFrom('a', 'com', 'http', 'hxxps', 'xn--', 'www'),
  ),
  maxLength: 200,
});
