import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';
/** The first version of control groups has a hierarchy for memory alone. */
const isFirst = existsSync(join(root, 'memory/memory.limit_in_bytes'));

/** Processes that have so much memory together, page cache included, as if it were the machine's: what wants more is killed by the kernel. */
export class MemoryGroup implements Disposable {
  readonly #directory = join(root, ...(isFirst ? ['memory'] : []), `breakwater-${process.pid}`);

  constructor(megabytes: number) {
    mkdirSync(this.#directory);
    this.#write(isFirst ? 'memory.limit_in_bytes' : 'memory.max', String(megabytes * 1_024 ** 2));
    if (!isFirst) this.#write('memory.swap.max', '0');
  }

  /** Starts a program in it: `sh -c` with these words, and the program's behind them. */
  get entering(): readonly string[] {
    return ['sh', '-c', `echo $$ > ${join(this.#directory, 'cgroup.procs')} && exec "$@"`, 'sh'];
  }

  /** What processes hold themselves, in MB: pages of files are let go when others want the room. */
  get heldMb(): number {
    const [, bytes] = /^(?:total_rss|anon) (\d+)$/m.exec(this.#read('memory.stat'))!;
    return Number(bytes) / 1_024 ** 2;
  }

  get killed(): number {
    return Number(/^oom_kill (\d+)$/m.exec(this.#read(isFirst ? 'memory.oom_control' : 'memory.events'))?.[1] ?? 0);
  }

  #read(file: string): string {
    return readFileSync(join(this.#directory, file), 'utf8');
  }

  #write(file: string, value: string): void {
    writeFileSync(join(this.#directory, file), value);
  }

  [Symbol.dispose](): void {
    rmdirSync(this.#directory);
  }
}
