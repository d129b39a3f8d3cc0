import { Piscina } from 'piscina';
import { drawReport } from './draw-report.ts';
import type { ReportContent } from './report-content.ts';

export interface ReportTask {
  readonly content: ReportContent;
  readonly at: Date;
}

// One of the threads of ReportRenderer.
export default async function render({ content, at }: ReportTask): Promise<Uint8Array> {
  const report = new Uint8Array(await drawReport(content, at));
  // Handed over, not copied.
  return Piscina.move(report) as Uint8Array;
}
