import { type Severity, severities } from '../../common/severity.ts';
import type { Chart } from './report-content.ts';
import { contentWidth, line, muted, type Sheet, sheet } from './sheet.ts';

/** As in the portal on white. */
export const severityColours: Readonly<Record<Severity, string>> = {
  critical: '#b3142b',
  high: '#d9691e',
  medium: '#d9b024',
  low: '#7fa6cf',
};

export const chartHeight = 152;
const plotHeight = 100;
const scaleWidth = 34;
const gridLines = 4;
const small = { size: 7.5, colour: muted };

/** Stacked, the most severe at the bottom, where its height can be read. */
const fromTheBottom = severities.toReversed();

/** A step for each day: how many were open when it ended. The legend stands beneath. */
export function drawChart(paper: Sheet, { days, labels, firstDay, lastDay }: Chart): void {
  const { pdf, y: top } = paper;
  const left = sheet.margin + scaleWidth;
  const width = contentWidth - scaleWidth;
  const most = Math.max(0, ...days.map((day) => severities.reduce((sum, severity) => sum + day[severity], 0)));
  const ceiling = ceilingFor(most);
  const bottom = top + 6 + plotHeight;
  const heightOf = (count: number) => (count / ceiling) * plotHeight;
  for (let step = 0; step <= gridLines; step += 1) {
    const y = bottom - (plotHeight * step) / gridLines;
    pdf
      .lineWidth(0.5)
      .strokeColor(line)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke();
    const value = ((ceiling * step) / gridLines).toLocaleString('en');
    paper.write(value, sheet.margin, y - 4.5, scaleWidth - 6, { ...small, align: 'right' });
  }
  const dayWidth = width / Math.max(1, days.length);
  const floor = days.map(() => 0);
  for (const severity of fromTheBottom) {
    if (days.every((day) => day[severity] === 0)) continue;
    pdf.moveTo(left, bottom - heightOf(floor[0]!));
    for (const [index, day] of days.entries()) {
      const y = bottom - heightOf(floor[index]! + day[severity]);
      pdf.lineTo(left + index * dayWidth, y).lineTo(left + (index + 1) * dayWidth, y);
    }
    for (const index of [...days.keys()].toReversed()) {
      const y = bottom - heightOf(floor[index]!);
      pdf.lineTo(left + (index + 1) * dayWidth, y).lineTo(left + index * dayWidth, y);
      floor[index]! += days[index]![severity];
    }
    pdf.fill(severityColours[severity]);
  }
  paper.write(firstDay, left, bottom + 5, width / 2, small);
  paper.write(lastDay, left + width / 2, bottom + 5, width / 2, { ...small, align: 'right' });
  drawLegend(paper, labels, left, bottom + 22, width);
}

function drawLegend(paper: Sheet, labels: Chart['labels'], left: number, y: number, width: number): void {
  let x = left;
  for (const severity of fromTheBottom) {
    paper.pdf.rect(x, y + 1, 7, 7).fill(severityColours[severity]);
    const room = width / 4 - 24;
    paper.write(labels[severity], x + 11, y, room, small);
    x += Math.min(room, paper.widthOf(labels[severity], small)) + 30;
  }
}

/** A round number of which each grid line is a whole one. */
function ceilingFor(most: number): number {
  let unit = 1;
  for (;;) {
    for (const factor of [1, 2, 5]) if (unit * factor * gridLines >= most) return unit * factor * gridLines;
    unit *= 10;
  }
}
