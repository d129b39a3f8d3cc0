import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { ReportContent } from './report-content.ts';
import type { ReportTask } from './report-thread.ts';

/** A report took too long. */
export class ReportRendererBusy extends Error {
  override readonly name = 'ReportRendererBusy';
}

const idleMs = 10_000;
/** On a machine that is very busy: a thread has to start first. */
const deadlineMs = 45_000;
/** Beside the fonts a report needs little; the rest is room for garbage. */
const memoryMb = 48;

/**
 * Draws reports in threads, so that whoever answers requests is not held up. Threads are started by the first report and end when there
 * are no more. Whoever asks for more at once than there are threads keeps the order.
 */
export class ReportRenderer {
  readonly threads: number;
  #pool: Piscina<ReportTask, Uint8Array> | null = null;

  /** @param threads default: a core is left for whoever answers requests meanwhile */
  constructor(threads: number = Math.max(1, Math.min(2, availableParallelism() - 1))) {
    this.threads = threads;
  }

  /**
   * @param at the time that the document says it was made
   * @returns a PDF
   * @throws ReportRendererBusy
   */
  async render(content: ReportContent, at: Date): Promise<Buffer> {
    const pool = this.#startedPool();
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const { buffer, byteOffset, byteLength } = await pool.run({ content, at }, { signal: deadline });
      return Buffer.from(buffer, byteOffset, byteLength);
    } catch (error) {
      throw deadline.aborted ? new ReportRendererBusy('A report took too long.') : error;
    }
  }

  /** Ends the threads. Nothing may be drawn meanwhile. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #startedPool(): Piscina<ReportTask, Uint8Array> {
    if (this.#pool !== null) return this.#pool;
    const pool = new Piscina<ReportTask, Uint8Array>({
      filename: fileURLToPath(new URL('./report-thread.ts', import.meta.url)),
      minThreads: 0,
      maxThreads: this.threads,
      idleTimeout: idleMs,
      // A thread that sleeps in Atomics.wait would answer the next report only.
      atomics: 'disabled',
      // A young generation takes three times its size, and a larger one draws no faster.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 4 },
      env: {},
    });
    // A thread that dies without a report is replaced by the next one; unheard, its error would end the process.
    pool.on('error', () => undefined);
    this.#pool = pool;
    return pool;
  }
}
