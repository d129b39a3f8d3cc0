/**
 * Draws the one picture that comes in as PNG that fits a bound, in a process of its own, which may die of it: see PictureDrawer.
 *
 *   node drawing-process.ts <type> <width> <height> < picture > png
 */
import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import koffi from 'koffi';
import { fontFiles } from '../../common/font-files.ts';

/** Of <sys/resource.h>. */
const limitOfCpu = 0;
const limitOfData = 2;
/** What a picture of as many pixels as it may have needs, with some room; memory of WebAssembly counts. */
const dataBytes = 80 * 1_048_576;
const cpuSeconds = 2;
/** Pixels of the longer side: sharp on paper, where it is at most 150 points wide; the first that is light enough for a mail. */
const sides = [600, 300, 150, 75];
const maxBytes = 65_536;

/** As exit code: 1 is the program's own failure. */
const notDrawn = 3;

const [type = '', width = '', height = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
// Whoever answers requests goes first.
setPriority(5);
limitResources();
const picture = readFileSync(0);
try {
  writeSync(1, draw(picture.toString(type === 'image/svg+xml' ? 'utf8' : 'base64')));
} catch {
  process.exitCode = notDrawn;
}

/** From here on: the system ends what takes more, whoever still waits for it. */
function limitResources(): void {
  const setLimit = koffi.load(null).func('int setrlimit(int, ulong *)');
  const [, kilobytes] = /VmData:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const { user, system } = process.cpuUsage();
  const data = Number(kilobytes) * 1_024 + dataBytes;
  const cpu = Math.ceil((user + system) / 1_000_000) + cpuSeconds;
  if (setLimit(limitOfData, [data, data]) !== 0 || setLimit(limitOfCpu, [cpu, cpu]) !== 0)
    throw new Error('The system does not limit the process.');
}

function draw(source: string): Uint8Array {
  const svg = type === 'image/svg+xml' ? source : framed(source);
  const options = { font: { fontBuffers: [fontFiles.regular, fontFiles.strong], defaultFontFamily: 'Inter' } };
  const drawing = new Resvg(svg, options);
  // By the longer side: a logo may be a thousand times as high as wide.
  const mode = drawing.width >= drawing.height ? 'width' : 'height';
  // Pixels get no sharper by being more.
  const longest = type === 'image/svg+xml' ? sides[0]! : drawing[mode];
  for (const side of sides) {
    const value = Math.min(side, longest);
    const image = new Resvg(svg, { ...options, fitTo: { mode, value } }).render();
    // What draws SVG leaves a picture out that it cannot read.
    if (isEmpty(image.pixels)) break;
    const png = image.asPng();
    if (png.length <= maxBytes) return png;
  }
  throw new Error('There is nothing to see, or too much.');
}

/** Whether every pixel is transparent. */
function isEmpty(pixels: Uint8Array): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 0) return false;
  return true;
}

/** A picture of pixels as what draws SVG reads it. */
function framed(base64: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:${type};base64,${base64}"/></svg>`;
}
