import { crc32, deflateSync } from 'node:zlib';

export interface PngShape {
  readonly width: number;
  readonly height: number;
  /** Default: 8. */
  readonly bitDepth?: number;
  /** 0: grey, 2: colours, 6: colours with transparency. Default: 6. */
  readonly colourType?: 0 | 2 | 6;
  /** As an animation announces them. */
  readonly frames?: number;
  /** Each byte of pixels. Default: 0, which with transparency shows nothing. */
  readonly fill?: number;
}

const channels = { 0: 1, 2: 3, 6: 4 } as const;

/** A PNG whose bytes are all the same: the fewest for the most pixels. */
export function pngOf({ width, height, bitDepth = 8, colourType = 6, frames, fill = 0 }: PngShape): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bitDepth, colourType], 8);
  const row = 1 + Math.ceil((width * bitDepth * channels[colourType]) / 8);
  const pixels = Buffer.alloc(row * height, fill);
  // Before each row: as it is.
  for (let at = 0; at < pixels.length; at += row) pixels[at] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    frames === undefined ? Buffer.alloc(0) : chunk('acTL', Buffer.from([0, 0, frames >> 8, frames & 255, 0, 0, 0, 0])),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** 30 × 8 pixels, by a browser. */
export const jpeg = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/',
    '2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAB4DASIAAhEBAxEB/8QA',
    'FgABAQEAAAAAAAAAAAAAAAAAAAEC/8QAIxAAAgIABQQDAAAAAAAAAAAAAQIAEQMEEiExExQiJJGh0f/EABYBAQEBAAAAAAAAAAAAAAAAAAIBBP/EAB8RAAED',
    'BAMBAAAAAAAAAAAAAAEAAhEDEsHRE5Gx8P/aAAwDAQACEQMRAD8Ax0guEoXL7VuyvRP2RK3gAR3CXxfH5EQtqlxtOdq0m8gl33aNiaqUZgEc06VDtpo+uSd6',
    'B018xE1vpBonWAi82GBryF//2Q==',
  ].join(''),
  'base64',
);

/** The same. */
export const webp = Buffer.from(
  [
    'UklGRtAAAABXRUJQVlA4IMQAAADwBACdASoeAAgAPxFwsFAsJiSisAgBgCIJbACdMoMYJm6u5kgsBlmI1oTm4JDjn4AA9kF4BMedYmVPtVEnJ59OUmVXs+DP',
    '7rsjYg6YL6fT1rSYou0rJ3nOpzWMu4hEJ21yiaVnHxqndIGyFGzytshZPq93AnDos593SmUB1b8fAFZ18f2d/O9kcXca1X6qb5mYzQyU7RTQWe3ZqCHjFIpt',
    '91cYd/7BmAOEJqa+v8/91qZzzYbpZv7icaX58m9PnlHfgAAA',
  ].join(''),
  'base64',
);

/** What a JPEG or WebP says of itself, made to say another size. */
export function jpegOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from('ffc00011', 'hex'));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** As an animation whose frames have the size of the canvas. */
export function webpOf(width: number, height: number, frames = 1): Buffer {
  const canvas = Buffer.alloc(10);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const frame = Buffer.alloc(10);
  frame.writeUInt16LE(width, 6);
  frame.writeUInt16LE(height, 8);
  const animated = Buffer.concat([Buffer.alloc(16), webpChunk('VP8 ', frame)]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    webpChunk('VP8X', canvas),
    ...Array.from({ length: frames }, () => webpChunk('ANMF', animated)),
  ]);
  return webpChunk('RIFF', body);
}

function webpChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), length, data]);
}

/** An icon of Windows that holds pictures. */
export function iconOf(...images: readonly Buffer[]): Buffer {
  const head = Buffer.from([0, 0, 1, 0, images.length, 0]);
  let at = head.length + 16 * images.length;
  const entries = images.map((image) => {
    const entry = Buffer.alloc(16);
    entry.set([16, 16]);
    entry.writeUInt32LE(image.length, 8);
    entry.writeUInt32LE(at, 12);
    at += image.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...images]);
}

export function svgOf(content: string, attributes = 'viewBox="0 0 100 100"'): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
}

const picture = (bytes: Buffer) =>
  `<image width="9" height="9" href="data:image/png;base64,${bytes.toString('base64')}"/>`;

/** Elements that refer to one another: each level repeats the one below it ten times. */
function chain(levels: number, repeat: (target: number) => string): string {
  const groups = Array.from({ length: levels }, (_, level) => `<g id="l${level + 1}">${repeat(level).repeat(10)}</g>`);
  return `<g id="l0"><path d="M0 0h9v9z"/></g>${groups.join('')}`;
}

/** Few bytes that would take much memory or time to draw, by what multiplies. */
export const bombs = {
  'PNG, 7500 × 7500 pixels': () => pngOf({ width: 7_500, height: 7_500 }),
  'PNG, 1500 frames': () => pngOf({ width: 100, height: 100, frames: 1_500 }),
  'JPEG, 65535 × 65535 pixels': () => jpegOf(65_535, 65_535),
  'WebP, 16383 × 16383 pixels': () => webpOf(16_383, 16_383),
  'WebP, 1500 frames': () => webpOf(100, 100, 1_500),
  'SVG with a PNG of 16000 × 16000 pixels': () =>
    svgOf(picture(pngOf({ width: 16_000, height: 16_000, bitDepth: 1, colourType: 0 }))),
  'SVG with turbulence': () =>
    svgOf(
      `<filter id="f">${'<feTurbulence numOctaves="2000000000"/>'.repeat(20)}</filter><path d="M0 0h9v9z" filter="url(#f)"/>`,
    ),
  'SVG whose uses repeat uses': () => svgOf(chain(9, (level) => `<use href="#l${level}"/>`)),
  'SVG whose masks mask masks': () =>
    svgOf(
      `${Array.from({ length: 8 }, (_, level) => `<mask id="m${level}">${`<path d="M0 0h9v9z" mask="url(#m${level - 1})"/>`.repeat(10)}</mask>`).join('')}<path d="M0 0h9v9z" mask="url(#m7)"/>`,
    ),
  'SVG with patterns of patterns': () =>
    svgOf(
      `${Array.from({ length: 9 }, (_, level) => `<pattern id="p${level}" width=".01" height=".01"><path d="M0 0h9v9z" fill="url(#p${level - 1})"/></pattern>`).join('')}<path d="M0 0h90v90z" fill="url(#p8)"/>`,
    ),
  'SVG with markers': () =>
    svgOf(`<marker id="k"><path d="M0 0h9v9z"/></marker><path marker-mid="url(#k)" d="M0 0${'h1v1'.repeat(30_000)}"/>`),
} as const;

/** Few bytes that say nothing wrong, and take more than two seconds to draw all the same. */
export function slowDrawing(): Buffer {
  const masked = '<g mask="url(#m)"><g mask="url(#m)"><path d="M0 0h99v99z"/></g></g>'.repeat(1_300);
  return svgOf(`<mask id="m"><path d="M0 0h99v99z" fill="#fff"/></mask>${masked}`);
}
