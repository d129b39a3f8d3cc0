import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Whether small disks can be had: only root mounts any. */
export const canMountDisks = process.getuid?.() === 0;
if (!canMountDisks) process.stderr.write('\nSKIPPED: not root. A disk that is full is NOT tried.\n');

/** A disk of its own, which can be filled up. */
export class SmallDisk implements Disposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'small-disk-'));
  readonly #filler = join(this.directory, 'filler');

  /** @param size as mount has it: 64m, 24k */
  constructor(size: string) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', this.directory]);
  }

  /** @param leaving so many bytes are left */
  fill(leaving = 0): void {
    const file = openSync(this.#filler, 'a');
    const block = Buffer.alloc(65_536);
    try {
      while (leaving === 0 || this.#freeBytes() > leaving) writeSync(file, block);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    } finally {
      closeSync(file);
    }
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.directory);
    return bavail * bsize;
  }

  free(): void {
    rmSync(this.#filler);
  }

  [Symbol.dispose](): void {
    execFileSync('umount', ['--lazy', this.directory]);
    rmdirSync(this.directory);
  }
}
