import { FairQueue, QueueFull } from '../../common/fair-queue.ts';
import { tooMany } from '../../core/api/problems.ts';
import type { AnswerDocument } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type ReportRenderer, ReportRendererBusy } from '../../engines/report-pdf/report-renderer.ts';
import { brandingOfPortal, drawnLogo, legibleAccent } from '../../identity/branding/index.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import type { MonthlyReport } from './read-monthly-report.ts';
import { reportContent } from './report-words.ts';

/** A report takes a tenth of a second: longer nobody waits. */
const mostWaiting = { maxWaitingPerPath: 25, maxWaiting: 100 };
const retryAfterSeconds = 10;

/** Draws reports as PDF in the looks of a portal. Partners take turns, and who asks in a partner's name among themselves. */
export class ReportDocuments {
  readonly #renderer: ReportRenderer;
  readonly #turns: FairQueue;

  constructor(renderer: ReportRenderer) {
    this.#renderer = renderer;
    this.#turns = new FairQueue({ parallel: renderer.threads, ...mostWaiting });
  }

  /** @throws Refusal 429 when too many reports are being drawn; Error when the portal is nobody's */
  async render(operation: Operation, report: MonthlyReport, portalDomain: string): Promise<AnswerDocument> {
    const branding = await brandingOfPortal(operation.db.shared, portalDomain);
    if (branding === null) throw new Error(`The portal ${portalDomain} is nobody's.`);
    const logo = await drawnLogo(operation.db.shared, branding);
    const accentColour = legibleAccent(branding.accentColour).light;
    const content = reportContent(messagesIn(operation.language), report, {
      name: branding.name,
      accentColour,
      logo: logo?.bytes ?? null,
    });
    try {
      const bytes = await this.#turns.run(operation.turn, () => this.#renderer.render(content, operation.clock.now()));
      return { bytes, fileName: `security-report-${report.month}.pdf` };
    } catch (error) {
      if (error instanceof QueueFull || error instanceof ReportRendererBusy)
        throw tooMany('reports are being made', retryAfterSeconds);
      throw error;
    }
  }
}
