/** How many pixels a picture may have, all of its frames together: four bytes each, whoever decodes it. */
export const maxPixels = 4_000_000;

export type RasterType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/x-icon';

/** The type of a picture of pixels by its first bytes, whatever it is called; null for everything else. */
export function rasterTypeOf(bytes: Buffer): RasterType | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  return startsWith(bytes, '\0\0\x01\0') ? 'image/x-icon' : null;
}

/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Of all frames. */
  readonly pixels: number;
}

/**
 * How large a picture is, by what its headers say: nothing is decoded.
 * @returns null where the headers end too early, or say what cannot be
 */
export function measurePicture(bytes: Buffer, type: RasterType): PictureSize | null {
  try {
    const size = measures[type](bytes);
    return size !== null && size.pixels > 0 ? size : null;
  } catch (error) {
    // Read beyond the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const measures: Readonly<Record<RasterType, (bytes: Buffer) => PictureSize | null>> = {
  'image/png': measurePng,
  'image/jpeg': measureJpeg,
  'image/webp': measureWebp,
  'image/x-icon': measureIcon,
};

function startsWith(bytes: Buffer, signature: string, offset = 0): boolean {
  return bytes.subarray(offset, offset + signature.length).equals(Buffer.from(signature, 'latin1'));
}

interface Area {
  readonly width: number;
  readonly height: number;
}

function sizeOf({ width, height }: Area, frames = 1): PictureSize {
  return { width, height, pixels: width * height * frames };
}

/** Of an animation, as many frames as it announces. */
function measurePng(bytes: Buffer): PictureSize | null {
  if (!startsWith(bytes, 'IHDR', 12)) return null;
  const area = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let frames = 1;
  // What says that it is an animation stands before the pixels.
  for (let at = 8; !startsWith(bytes, 'IDAT', at + 4); at += 12 + bytes.readUInt32BE(at))
    if (startsWith(bytes, 'acTL', at + 4)) frames = Math.max(frames, bytes.readUInt32BE(at + 8));
  return sizeOf(area, frames);
}

/** Of the first frame header: there is one in what browsers and drawers show. */
function measureJpeg(bytes: Buffer): PictureSize | null {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    const isFiller = marker === 0xff;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sizeOf({ width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) });
    // The scan, or the end, without a frame before it.
    if (marker === 0xda || marker === 0xd9) return null;
    at += isFiller ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
}

/** The canvas once for each frame, or what the frames themselves say, whichever is more. */
function measureWebp(bytes: Buffer): PictureSize | null {
  let canvas: Area | null = null;
  const frames: Area[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'VP8X')
      canvas = { width: bytes.readUIntLE(body + 4, 3) + 1, height: bytes.readUIntLE(body + 7, 3) + 1 };
    if (name === 'VP8 ') frames.push(areaOfLossyWebp(bytes, body));
    if (name === 'VP8L') frames.push(areaOfLosslessWebp(bytes, body));
    // A frame of an animation has chunks of its own behind where it stands.
    at = body + (name === 'ANMF' ? 16 : size + (size % 2));
  }
  const [first] = frames;
  if (first === undefined) return null;
  const ofFrames = frames.reduce((sum, { width, height }) => sum + width * height, 0);
  const whole = sizeOf(canvas ?? first, frames.length);
  return { ...whole, pixels: Math.max(whole.pixels, ofFrames) };
}

/** Behind the head of a frame, which begins with three bytes of flags and a signature; above 14 bits stands the scale. */
function areaOfLossyWebp(bytes: Buffer, at: number): Area {
  return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff };
}

/** Behind its signature two times 14 bits, one less. */
function areaOfLosslessWebp(bytes: Buffer, at: number): Area {
  const sides = bytes.readUInt32LE(at + 1);
  return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
}

/** All the pictures in it. What the directory says of one does not count, but what it says itself: PNG, or a bitmap of Windows. */
function measureIcon(bytes: Buffer): PictureSize | null {
  const count = bytes.readUInt16LE(4);
  const sizes: PictureSize[] = [];
  for (let index = 0; index < count; index += 1) {
    const image = bytes.subarray(bytes.readUInt32LE(6 + 16 * index + 12));
    const size = rasterTypeOf(image) === 'image/png' ? measurePng(image) : measureBitmap(image);
    if (size === null || size.pixels === 0) return null;
    sizes.push(size);
  }
  const [first] = sizes;
  return first ? { ...first, pixels: sizes.reduce((sum, { pixels }) => sum + pixels, 0) } : null;
}

/** Its height counts the mask besides. */
function measureBitmap(bytes: Buffer): PictureSize {
  return sizeOf({ width: Math.abs(bytes.readInt32LE(4)), height: Math.abs(bytes.readInt32LE(8)) / 2 });
}
