import { FairQueue, QueueFull } from '../../common/fair-queue.ts';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type DrawablePicture, type PictureDrawer, PictureNotDrawn } from '../../engines/pictures/picture-drawer.ts';

/** A picture takes a second, and its memory: one at a time. Longer nobody waits. */
const turns = { parallel: 1, maxWaitingPerPath: 6, maxWaiting: 60 };
const maxWaitMs = 30_000;

/** Draws the pictures of all accounts, each in a process of its own. Accounts take turns, and who asks for them among themselves. */
export class PictureDrawings {
  readonly #drawer: PictureDrawer;
  readonly #queue = new FairQueue(turns);

  constructor(drawer: PictureDrawer) {
    this.#drawer = drawer;
  }

  /**
   * @param picture without a fault
   * @returns a bounded PNG: see PictureDrawer
   * @throws PictureNotDrawn; QueueFull or Problem SERVICE_BUSY when its turn did not come, or nothing can be drawn at the moment
   */
  async draw({ turn }: Operation, picture: DrawablePicture): Promise<Buffer> {
    try {
      return await this.#queue.run(turn, () => this.#drawer.draw(picture), { maxWaitMs });
    } catch (error) {
      if (error instanceof PictureNotDrawn || error instanceof QueueFull) throw error;
      throw new Problem('SERVICE_BUSY', {}, { cause: error });
    }
  }
}
