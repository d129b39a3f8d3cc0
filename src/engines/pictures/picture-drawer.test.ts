import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import {
  faultOfPicture,
  isDrawable,
  type Picture,
  PictureDrawer,
  PictureNotDrawn,
  pictureTypeOf,
} from './picture-drawer.ts';
import { bombs, jpeg, pngOf, slowDrawing, svgOf } from './testing/made-pictures.ts';

// Two seconds of a processor can be a minute beside a whole suite.
const drawer = new PictureDrawer(110_000);
afterAll(() => drawer.close());

/** Whatever its headers say. */
const draw = (bytes: Buffer) => {
  const picture: Picture = { bytes, type: pictureTypeOf(bytes)! };
  return isDrawable(picture) ? drawer.draw(picture) : Promise.reject(new Error('It is not drawn.'));
};
const sidesOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('a picture', { timeout: 120_000 }, () => {
  it.each([
    ['PNG', pngOf({ width: 300, height: 80, fill: 255 }), [300, 80]],
    ['PNG of as many pixels as may be', pngOf({ width: 2_000, height: 2_000, bitDepth: 16, fill: 255 }), [600, 600]],
    ['JPEG', jpeg, [30, 8]],
    ['SVG higher than wide', svgOf('<rect width="10" height="40"/>', 'viewBox="0 0 10 40"'), [150, 600]],
    ['SVG with text', svgOf('<text y="50" font-size="40">Acme</text>'), [600, 600]],
  ])('is drawn as a bounded PNG: %s', async (_kind, bytes, sides) => {
    const type = pictureTypeOf(bytes)!;
    expect(faultOfPicture({ bytes, type })).toBeNull();
    const png = await draw(bytes);
    expect(pictureTypeOf(png)).toBe('image/png');
    expect(sidesOf(png)).toEqual(sides);
    expect(png.length).toBeLessThanOrEqual(65_536);
  });

  it.each(Object.entries(bombs))('that multiplies is refused before it is decoded: %s', (_kind, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThanOrEqual(262_144);
    expect(faultOfPicture({ bytes, type: pictureTypeOf(bytes)! })).toMatch(/^must /);
  });

  it.each(['SVG with a PNG of 16000 × 16000 pixels', 'PNG, 7500 × 7500 pixels', 'SVG with turbulence'] as const)(
    'that nobody had refused ends the process that draws it, and nothing else: %s',
    async (kind) => {
      await expect(draw(bombs[kind]())).rejects.toThrow(PictureNotDrawn);
    },
  );

  it('that says nothing wrong and takes more than two seconds of a processor is not drawn', async () => {
    const bytes = slowDrawing();
    expect(faultOfPicture({ bytes, type: 'image/svg+xml' })).toBeNull();
    await expect(draw(bytes)).rejects.toThrow(PictureNotDrawn);
  });

  it.each([
    ['a PNG', pngOf({ width: 300, height: 80, fill: 255 }).subarray(0, 60)],
    ['a JPEG', jpeg.subarray(0, 250)],
    ['one that shows nothing', pngOf({ width: 300, height: 80 })],
  ])('that is cut off or empty is not drawn: %s', async (_kind, bytes) => {
    await expect(draw(bytes)).rejects.toThrow(PictureNotDrawn);
  });

  it('is not blamed when the drawer is closed meanwhile, and no process is left', async () => {
    const closing = new PictureDrawer();
    const drawing = closing.draw({ bytes: slowDrawing(), type: 'image/svg+xml' });
    const refused = expect(drawing).rejects.toThrow(/did not come to its end/);
    closing.close();
    await refused;
    await expect(closing.draw({ bytes: jpeg, type: 'image/jpeg' })).rejects.toThrow(/no more/);
    expect(drawingProcesses()).toEqual([]);
  });
});

/** Of this process. */
function drawingProcesses(): string[] {
  const own = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );
  return own.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('drawing-process');
    } catch {
      return false;
    }
  });
}
