import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { ReportLogo } from './report-content.ts';
import { fontFiles } from './typeface.ts';

/** Pixels of the longer side, of what is drawn at most 150 points wide: sharp on paper. */
const rasterSize = 600;
const require = createRequire(import.meta.url);
let ready: Promise<void> | undefined;

function start(): Promise<void> {
  ready ??= initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return ready;
}

/** The logo as PDF can have it, PNG or JPEG; null when it cannot be read, which must not cost anybody a report. */
export async function logoImage(logo: ReportLogo | null): Promise<Uint8Array | null> {
  if (logo === null || logo.type === 'image/png' || logo.type === 'image/jpeg') return logo?.bytes ?? null;
  try {
    await start();
    const svg = logo.type === 'image/svg+xml' ? Buffer.from(logo.bytes).toString('utf8') : framed(logo);
    const options = { font: { fontBuffers: [fontFiles.regular, fontFiles.strong], defaultFontFamily: 'Inter' } };
    const { width, height } = new Resvg(svg, options);
    // By the longer side: a logo may be a thousand times as high as wide.
    const fitTo =
      width >= height ? { mode: 'width' as const, value: rasterSize } : { mode: 'height' as const, value: rasterSize };
    return new Resvg(svg, { ...options, fitTo }).render().asPng();
  } catch {
    return null;
  }
}

/** A picture that only the drawer of SVG reads. It keeps its proportions within the frame. */
function framed({ bytes, type }: ReportLogo): string {
  const data = Buffer.from(bytes).toString('base64');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 34"><image width="150" height="34" preserveAspectRatio="xMinYMid" href="data:${type};base64,${data}"/></svg>`;
}
