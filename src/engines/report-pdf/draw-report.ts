import { chartHeight, drawChart, severityColours } from './draw-chart.ts';
import type { Block, Chart, List, Paragraph, ReportContent, Section, Table, Tiles } from './report-content.ts';
import { contentWidth, ink, type Look, line, muted, pale, Sheet, sheet } from './sheet.ts';
import { showable } from './typeface.ts';

const headLook: Look = { size: 21, weight: 'strong' };
const sectionLook: Look = { size: 12.5, weight: 'strong' };
const text: Look = { size: 9.5 };
const strong: Look = { size: 9.5, weight: 'strong' };
const small: Look = { size: 8, colour: muted };
const lineHeight = 13.5;
const rowHeight = 16;
const footHeight = 26;
const bottom = sheet.height - sheet.margin - footHeight;
const logoSize = { width: 150, height: 34 } as const;
const maxParagraphLines = 4;
const maxAdviceLines = 2;

/**
 * The report as a tagged PDF (PDF/UA) with as many pages as the content has. What has no room on its page is left out.
 * @param at the time that the document says it was made
 */
export async function drawReport(content: ReportContent, at: Date): Promise<Buffer> {
  const { title, language, portal } = content;
  const paper = new Sheet({ title, author: portal.name, language, at });
  drawHead(paper, content);
  for (const [index, sections] of content.pages.entries()) {
    if (index > 0) paper.nextPage();
    if (index === 0) addTitle(paper, content);
    for (const section of sections) drawSection(paper, section);
    drawFoot(paper, content, index);
  }
  return paper.finish();
}

/** The partner's logo, or its name, and a rule in its colour. */
function drawHead(paper: Sheet, { portal }: ReportContent): void {
  const { margin } = sheet;
  const { logo } = portal;
  if (logo !== null)
    paper.add(
      paper.element(
        'Figure',
        [() => paper.pdf.image(Buffer.from(logo), margin, margin, { fit: [logoSize.width, logoSize.height] })],
        {
          alt: showable(portal.name),
          bbox: [margin, margin, margin + logoSize.width, margin + logoSize.height],
          placement: 'Block',
        },
      ),
    );
  const nameLook: Look = {
    size: 11,
    weight: 'strong',
    colour: portal.accentColour,
    ...(logo !== null ? { align: 'right' } : {}),
  };
  const [x, width] =
    logo !== null ? [margin + logoSize.width + 16, contentWidth - logoSize.width - 16] : [margin, contentWidth];
  paper.add(paper.element('P', [() => paper.write(portal.name, x, margin + 10, width, nameLook)]));
  paper.y = margin + logoSize.height + 10;
  paper.artifact(() => paper.pdf.rect(margin, paper.y, contentWidth, 2).fill(portal.accentColour));
  paper.y += 18;
}

function addTitle(paper: Sheet, { title, lead }: ReportContent): void {
  paper.add(paper.element('H1', [() => paper.write(title, sheet.margin, paper.y, contentWidth, headLook)]));
  paper.y += 30;
  drawParagraph(paper, { kind: 'paragraph', text: lead }, { ...text, colour: muted });
}

function drawSection(paper: Sheet, { heading, blocks }: Section): void {
  if (paper.y + 40 > bottom) return;
  paper.y += 7;
  paper.add(paper.element('H2', [() => paper.write(heading, sheet.margin, paper.y, contentWidth, sectionLook)]));
  paper.y += 20;
  for (const block of blocks) drawBlock(paper, block);
}

function drawBlock(paper: Sheet, block: Block): void {
  if (block.kind === 'paragraph') drawParagraph(paper, block, text);
  else if (block.kind === 'tiles') drawTiles(paper, block);
  else if (block.kind === 'chart') addChart(paper, block);
  else if (block.kind === 'table') drawTable(paper, block);
  else drawList(paper, block);
}

function roomForLines(paper: Sheet, height: number): number {
  return Math.max(0, Math.floor((bottom - paper.y) / height));
}

function drawParagraph(paper: Sheet, { text: words }: Paragraph, look: Look): void {
  const lines = paper.wrap(words, contentWidth, look, maxParagraphLines).slice(0, roomForLines(paper, lineHeight));
  if (lines.length === 0) return;
  paper.add(paper.element('P', [() => writeLines(paper, lines, sheet.margin, contentWidth, look)]));
  paper.y += 4;
}

function writeLines(paper: Sheet, lines: readonly string[], x: number, width: number, look: Look): void {
  for (const each of lines) {
    paper.write(each, x, paper.y, width, look);
    paper.y += lineHeight;
  }
}

const tileHeight = 58;
const tileGap = 10;

function drawTiles(paper: Sheet, { tiles }: Tiles): void {
  if (paper.y + tileHeight > bottom) return;
  const width = (contentWidth - tileGap * (tiles.length - 1)) / tiles.length;
  const items = tiles.map(({ severity, label, figure, note }, index) => {
    const x = sheet.margin + index * (width + tileGap);
    paper.artifact(() => {
      paper.pdf.rect(x, paper.y, width, tileHeight).fill(pale);
      paper.pdf.rect(x, paper.y, 3, tileHeight).fill(severityColours[severity]);
    });
    const y = paper.y;
    const said = (words: string, below: number, look: Look) =>
      paper.element('P', [() => paper.write(words, x + 11, y + below, width - 18, look)]);
    const body = [
      said(label, 7, small),
      said(figure, 17, { size: 19, weight: 'strong' }),
      said(note, 43, { size: 7.5, colour: muted }),
    ];
    return paper.element('LI', [paper.element('LBody', body)]);
  });
  paper.add(paper.element('L', items));
  paper.y += tileHeight + 10;
}

function addChart(paper: Sheet, chart: Chart): void {
  const { margin } = sheet;
  if (paper.y + chartHeight > bottom) return;
  paper.add(
    paper.element('Figure', [() => drawChart(paper, chart)], {
      alt: showable(chart.alternative),
      bbox: [margin, paper.y, margin + contentWidth, paper.y + chartHeight],
      placement: 'Block',
    }),
  );
  paper.y += chartHeight;
}

function drawTable(paper: Sheet, { columns, rows }: Table): void {
  const shown = rows.slice(0, Math.max(0, roomForLines(paper, rowHeight) - 1));
  if (shown.length === 0) return;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (share / shares) * contentWidth);
  const lefts = widths.map((_, index) => sheet.margin + widths.slice(0, index).reduce((sum, width) => sum + width, 0));
  const cell = (index: number, words: string, y: number, look: Look) => () => {
    const { align } = columns[index]!;
    paper.write(
      words,
      lefts[index]! + 2,
      y,
      widths[index]! - 8,
      align ? { ...look, align } : { ...look, cut: 'middle' },
    );
  };
  const y = paper.y;
  const head = columns.map(({ label }, index) =>
    paper.element('TH', [cell(index, label, y, { ...small, weight: 'strong' })], { scope: 'Column' }),
  );
  paper.artifact(() => rule(paper, y + rowHeight - 4, muted));
  const body = shown.map(({ cells, severity, strong: isStrong = false }, row) => {
    const top = y + (row + 1) * rowHeight;
    paper.artifact(() => {
      if (severity) paper.pdf.rect(sheet.margin - 6, top, 3, 10).fill(severityColours[severity]);
      rule(paper, top + rowHeight - 4, line);
    });
    const look: Look = { size: 9, weight: isStrong ? 'strong' : 'regular', colour: ink };
    const elements = cells.map((words, index) =>
      paper.element(index === 0 ? 'TH' : 'TD', [cell(index, words, top, look)], index === 0 ? { scope: 'Row' } : {}),
    );
    return paper.element('TR', elements);
  });
  paper.add(
    paper.element('Table', [paper.element('THead', [paper.element('TR', head)]), paper.element('TBody', body)]),
  );
  paper.y += (shown.length + 1) * rowHeight + 6;
}

function rule(paper: Sheet, y: number, colour: string): void {
  paper.pdf
    .lineWidth(0.5)
    .strokeColor(colour)
    .moveTo(sheet.margin, y)
    .lineTo(sheet.margin + contentWidth, y)
    .stroke();
}

const indent = 18;

function drawList(paper: Sheet, { items }: List): void {
  const elements: ReturnType<Sheet['element']>[] = [];
  for (const [index, { title, severity, place, text: words }] of items.entries()) {
    const width = contentWidth - indent;
    const x = sheet.margin + indent;
    const wrapped = [place, ...(words === '' ? [] : paper.wrap(words, width, text, maxAdviceLines))];
    const height = (wrapped.length + 1) * lineHeight + 7;
    if (paper.y + height > bottom) break;
    const y = paper.y;
    if (severity) paper.artifact(() => paper.pdf.rect(sheet.margin - 6, y, 3, 11).fill(severityColours[severity]));
    const label = paper.element('Lbl', [() => paper.write(`${index + 1}.`, sheet.margin + 2, y, indent, strong)]);
    const body = paper.element('LBody', [
      () => {
        paper.write(title, x, y, width, strong);
        for (const [row, each] of wrapped.entries())
          paper.write(each, x, y + (row + 1) * lineHeight, width, { ...text, colour: muted });
      },
    ]);
    elements.push(paper.element('LI', [label, body]));
    paper.y += height;
  }
  if (elements.length > 0) paper.add(paper.element('L', elements));
}

/** Page furniture is no content: assistive technology tells the page by itself. */
function drawFoot(paper: Sheet, { foot, pageLabels }: ReportContent, index: number): void {
  const y = sheet.height - sheet.margin - 8;
  paper.artifact(() => {
    rule(paper, y - 6, line);
    paper.write(foot, sheet.margin, y, contentWidth - 90, small);
    paper.write(pageLabels[index] ?? '', sheet.margin + contentWidth - 80, y, 80, { ...small, align: 'right' });
  }, 'Pagination');
}
