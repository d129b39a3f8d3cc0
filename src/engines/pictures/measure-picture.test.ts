import { describe, expect, it } from 'vitest';
import { measurePicture, rasterTypeOf } from './measure-picture.ts';
import { iconOf, jpeg, jpegOf, pngOf, webp, webpOf } from './testing/made-pictures.ts';

/** Of Windows: 32 rows of pixels and as many of the mask. */
const bitmap = Buffer.concat([Buffer.from([40, 0, 0, 0, 16, 0, 0, 0, 64, 0, 0, 0]), Buffer.alloc(28)]);

describe('the size of a picture', () => {
  it.each([
    ['PNG', 'image/png', pngOf({ width: 30, height: 8 }), 240],
    ['animated PNG', 'image/png', pngOf({ width: 30, height: 8, frames: 1_000 }), 240_000],
    ['JPEG', 'image/jpeg', jpeg, 240],
    ['JPEG that says it is large', 'image/jpeg', jpegOf(65_535, 65_535), 65_535 ** 2],
    ['lossy WebP', 'image/webp', webp, 240],
    ['lossless WebP', 'image/webp', Buffer.from('RIFF....WEBPVP8L\x05\0\0\0\x2f\x1d\xc0\x01\0', 'latin1'), 240],
    ['animated WebP', 'image/webp', webpOf(30, 8, 50), 12_000],
    ['icon with a PNG and a bitmap', 'image/x-icon', iconOf(pngOf({ width: 256, height: 256 }), bitmap), 65_536 + 512],
  ] as const)('of a %s is read from its headers', (_kind, type, bytes, pixels) => {
    expect(rasterTypeOf(bytes)).toBe(type);
    expect(measurePicture(bytes, type)?.pixels).toBe(pixels);
  });

  it.each([
    ['a PNG', pngOf({ width: 30, height: 8 }), 41],
    ['a JPEG', jpeg, 60],
    ['a WebP', webp, 20],
    ['an icon', iconOf(bitmap), 10],
  ])('of %s that ends within its headers is unknown, wherever it ends', (_kind, bytes, whole) => {
    for (let length = 12; length < whole; length += 1) {
      const cut = bytes.subarray(0, length);
      const type = rasterTypeOf(cut);
      expect(type && measurePicture(cut, type)).toBeNull();
    }
  });

  it('of a picture without any pixels is unknown', () => {
    expect(measurePicture(pngOf({ width: 0, height: 8 }), 'image/png')).toBeNull();
    expect(measurePicture(iconOf(), 'image/x-icon')).toBeNull();
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a GIF', Buffer.from('GIF89a')],
    ['the half of a PNG signature', Buffer.from('89504e47', 'hex')],
  ])('is not asked of %s', (_kind, bytes) => {
    expect(rasterTypeOf(bytes)).toBeNull();
  });
});
