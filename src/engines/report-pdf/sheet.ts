import PDFDocument from 'pdfkit';
import { fonts, showable, type Weight } from './typeface.ts';

type Document = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Document['struct']>;

/** A4 in points, and what is kept free around. */
export const sheet = { width: 595.28, height: 841.89, margin: 48 } as const;
export const contentWidth = sheet.width - 2 * sheet.margin;

export const ink = '#10151d';
export const muted = '#4c5665';
export const line = '#dde2e9';
export const pale = '#f6f7f9';

export interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly align?: 'right';
  /** Where a line is cut that is too long: what stands last may tell most. Default: the end. */
  readonly cut?: 'middle';
}

/**
 * A tagged PDF that is drawn from the top down. Every piece of text is one line that was measured before, so nothing ever breaks a line
 * or a page by itself.
 */
export class Sheet {
  readonly pdf: Document;
  readonly #chunks: Buffer[] = [];
  readonly #root: Element;
  /** Where the next block begins. */
  y: number = sheet.margin;

  constructor(options: {
    readonly title: string;
    readonly author: string;
    readonly language: string;
    readonly at: Date;
  }) {
    this.pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      // @ts-expect-error The types do not know this subset yet.
      subset: 'PDF/UA',
      tagged: true,
      displayTitle: true,
      lang: options.language,
      info: {
        Title: showable(options.title),
        Author: showable(options.author),
        CreationDate: options.at,
        ModDate: options.at,
      },
    });
    this.pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    // It takes a font that is read already, too, which its types leave out.
    for (const [name, font] of Object.entries(fonts)) this.pdf.registerFont(name, font as never);
    this.#root = this.pdf.struct('Document');
    this.pdf.addStructure(this.#root);
  }

  nextPage(): void {
    this.pdf.addPage();
    this.y = sheet.margin;
  }

  async finish(): Promise<Buffer> {
    const ended = new Promise<void>((resolve, reject) => this.pdf.on('end', resolve).on('error', reject));
    this.#root.end();
    this.pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }

  /** An element of the structure with what is within it. */
  element(type: string, children: readonly (Element | (() => void))[], options: object = {}): Element {
    return this.pdf.struct(type, options, [...children]);
  }

  /** Adds to the document's structure, which draws it. */
  add(element: Element): void {
    this.#root.add(element);
  }

  /** What is drawn for the eye only. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  widthOf(text: string, { size, weight = 'regular' }: Look): number {
    return this.pdf.font(weight).fontSize(size).widthOfString(text);
  }

  /** One line of text, cut where it would be wider. */
  write(text: string, x: number, y: number, width: number, look: Look): void {
    const shown = this.fit(showable(text), width, look);
    const { size, weight = 'regular', colour = ink, align } = look;
    const left = align === 'right' ? x + width - this.widthOf(shown, look) : x;
    this.pdf.font(weight).fontSize(size).fillColor(colour).text(shown, left, y, { lineBreak: false });
  }

  /** As much of a line as is not wider than that. */
  fit(text: string, width: number, look: Look): string {
    if (this.widthOf(text, look) <= width) return text;
    const characters = [...text];
    const shortened = (length: number) => {
      const tail = look.cut === 'middle' ? Math.floor(length * 0.4) : 0;
      const head = characters
        .slice(0, length - tail)
        .join('')
        .trimEnd();
      return `${head}…${characters
        .slice(characters.length - tail)
        .join('')
        .trimStart()}`;
    };
    let [fits, tooLong] = [0, characters.length];
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2);
      if (this.widthOf(shortened(middle), look) <= width) fits = middle;
      else tooLong = middle;
    }
    return shortened(fits);
  }

  /** Text in lines, at most so many; the last one ends in dots if there is more. */
  wrap(text: string, width: number, look: Look, maxLines: number): string[] {
    const lines: string[] = [];
    let current = '';
    const words = showable(text).split(' ');
    for (const [index, word] of words.entries()) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (current === '' || this.widthOf(longer, look) <= width) {
        current = longer;
        continue;
      }
      if (lines.length === maxLines - 1)
        return [...lines, this.fit(`${current} ${words.slice(index).join(' ')}`, width, look)];
      lines.push(this.fit(current, width, look));
      current = word;
    }
    return [...lines, this.fit(current, width, look)];
  }
}
