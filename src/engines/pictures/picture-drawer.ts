import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { maxPixels, measurePicture, type RasterType, rasterTypeOf } from './measure-picture.ts';
import { faultOfDrawing, isDrawing } from './read-drawing.ts';

export type PictureType = RasterType | 'image/svg+xml';

export interface Picture {
  readonly bytes: Buffer;
  readonly type: PictureType;
}

/** Of a type that is drawn here. WebP and icons of Windows are for browsers alone. */
export interface DrawablePicture extends Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/svg+xml';
}

export function isDrawable(picture: Picture): picture is DrawablePicture {
  return picture.type !== 'image/webp' && picture.type !== 'image/x-icon';
}

/** A picture cannot be drawn within its bounds. The message ends a sentence that begins with its field. */
export class PictureNotDrawn extends Error {
  override readonly name = 'PictureNotDrawn';

  constructor() {
    super('cannot be drawn: it is damaged or empty, or takes too much time or memory');
  }
}

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url));
/** Compiling in one go, and in no threads, takes half of the memory. */
const frugal = ['--max-old-space-size=32', '--max-semi-space-size=1', '--single-threaded', '--liftoff-only'];
/** With its start, on a machine that is very busy; what it may work is less, and bounded within. */
const usualDeadlineMs = 30_000;

/** By what the file is, not by what it is called; null for everything that is no picture. */
export function pictureTypeOf(bytes: Buffer): PictureType | null {
  return rasterTypeOf(bytes) ?? (isDrawing(bytes) ? 'image/svg+xml' : null);
}

/**
 * Why a picture is none that may be drawn or shown, by its headers, or by what a drawing says: the end of a sentence that begins with
 * its field. Nothing is decoded.
 * @returns null for one that may
 */
export function faultOfPicture({ bytes, type }: Picture): string | null {
  if (type === 'image/svg+xml') return faultOfDrawing(bytes);
  const size = measurePicture(bytes, type);
  if (size === null) return 'must be a whole picture: it ends too early, or says no size';
  return size.pixels > maxPixels ? 'must have at most 4 million pixels, all frames together' : null;
}

/**
 * Draws pictures as PNG of at most 600 pixels and 64 KiB, each in a process of its own that may take two seconds of a processor and
 * 80 MiB, WebAssembly and all. What the picture does to it, it does to nobody else.
 */
export class PictureDrawer {
  readonly #running = new Set<ChildProcess>();
  readonly #deadlineMs: number;
  #isClosed = false;

  /** @param deadlineMs how long a picture may take in all. Default: 30 s */
  constructor(deadlineMs = usualDeadlineMs) {
    this.#deadlineMs = deadlineMs;
  }

  /**
   * @param picture without a fault
   * @throws PictureNotDrawn
   * @throws Error when that says nothing of the picture: no process could be started, or got a processor, or the drawer was closed
   */
  async draw(picture: DrawablePicture): Promise<Buffer> {
    if (this.#isClosed) throw new Error('Pictures are drawn no more.');
    const size = picture.type === 'image/svg+xml' ? null : measurePicture(picture.bytes, picture.type);
    const measures = [picture.type, String(size?.width), String(size?.height)];
    const child = spawn(process.execPath, [...frugal, program, ...measures], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: this.#deadlineMs,
      killSignal: 'SIGKILL',
    });
    this.#running.add(child);
    try {
      return await outputOf(child, picture.bytes);
    } finally {
      this.#running.delete(child);
    }
  }

  /** Ends what is being drawn. */
  close(): void {
    this.#isClosed = true;
    for (const child of this.#running) child.kill('SIGKILL');
  }
}

function outputOf(child: ChildProcess, input: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  child.stdout!.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A process that dies does not read to the end.
  child.stdin!.on('error', () => undefined);
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve(Buffer.concat(chunks));
    // By us: it was too late, or the drawer was closed.
    else if (child.killed || code === 1) reject(new Error('The process that draws a picture did not come to its end.'));
    else reject(new PictureNotDrawn());
  });
  child.stdin!.end(input);
  return promise;
}
