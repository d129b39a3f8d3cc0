import { createHash } from 'node:crypto';
import { Piscina } from 'piscina';
import { drawReport, type LogoImage } from './draw-report.ts';
import { logoImage } from './logo-image.ts';
import type { ReportContent, ReportLogo } from './report-content.ts';

export interface ReportTask {
  readonly content: ReportContent;
  readonly at: Date;
}

// A run of reports is one partner's after another's: one logo is kept.
let kept: { readonly key: string; readonly image: LogoImage } | undefined;

async function imageOf(logo: ReportLogo | null): Promise<LogoImage> {
  if (logo === null) return null;
  const key = createHash('sha256').update(logo.type).update(logo.bytes).digest('base64');
  if (kept?.key !== key) kept = { key, image: await logoImage(logo) };
  return kept.image;
}

// One of the threads of ReportRenderer.
export default async function render({ content, at }: ReportTask): Promise<Uint8Array> {
  const report = new Uint8Array(await drawReport(content, await imageOf(content.portal.logo), at));
  // Handed over, not copied.
  return Piscina.move(report) as Uint8Array;
}
