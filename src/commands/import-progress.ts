import { SingleBar } from 'cli-progress';
import type { ImportStart } from '../monitoring/leak-imports/import-leak.ts';

const barFormat = '{bar} {percentage}% | {lines} lines | {rate} lines/s | {left} left';
/** Of a pipe nobody knows how much will come. */
const pipeFormat = '{megabytes} MB | {lines} lines | {rate} lines/s';
const plainIntervalMs = 10_000;

/** Shows on standard error how an import gets on: as a bar on a terminal, else as a line now and then. */
export class ImportProgressBar {
  #bar: SingleBar | null = null;
  #startedAtMs = 0;
  #resumedAtLine = 0;
  #totalBytes: number | null = null;

  start({ totalBytes, resumedAtLine }: Pick<ImportStart, 'totalBytes' | 'resumedAtLine'>): void {
    this.#startedAtMs = performance.now();
    this.#resumedAtLine = resumedAtLine;
    this.#totalBytes = totalBytes;
    this.#bar = new SingleBar({
      format: totalBytes === null ? pipeFormat : barFormat,
      fps: 4,
      hideCursor: true,
      // SIGINT ends the import in order, and the bar with it.
      gracefulExit: false,
      noTTYOutput: true,
      notTTYSchedule: plainIntervalMs,
    });
    this.#bar.start(totalBytes ?? 1, 0, this.#figures(resumedAtLine, 0));
  }

  update(lines: number, bytesRead: number): void {
    this.#bar?.update(this.#totalBytes === null ? 0 : bytesRead, this.#figures(lines, bytesRead));
  }

  /** Can be called more than once. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }

  #figures(lines: number, bytesRead: number) {
    const seconds = Math.max((performance.now() - this.#startedAtMs) / 1_000, 0.001);
    const bytesLeft = (this.#totalBytes ?? 0) - bytesRead;
    return {
      lines: lines.toLocaleString('en'),
      rate: Math.round(Math.max(0, lines - this.#resumedAtLine) / seconds).toLocaleString('en'),
      left: bytesRead === 0 ? 'unknown' : duration((bytesLeft * seconds) / bytesRead),
      megabytes: Math.round(bytesRead / 1e6).toLocaleString('en'),
    };
  }
}

/** `1 h 2 min`, `3 min 4 s`, `5 s` */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
