/** A piece of an HTML document in which nothing is left to escape. Only `html` makes one. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  /** Text becomes what shows it, in an element or in a quoted attribute's value; HTML stays what it is. */
  static from(literals: readonly string[], values: readonly (string | Html)[]): Html {
    const shown = values.map((value) => (value instanceof Html ? value.#markup : escaped(value)));
    return new Html(literals.map((literal, index) => literal + (shown[index] ?? '')).join(''));
  }

  /** A style sheet that the code itself made, for a `style` element; a browser takes its text as it stands. */
  static style(sheet: string): Html {
    if (sheet.includes('<')) throw new Error('A style sheet has no markup.');
    return new Html(sheet);
  }

  /** The markup, ready to be sent. */
  toString(): string {
    return this.#markup;
  }

  /** The pieces with a separator of plain text between them. */
  static join(pieces: readonly Html[], separator: string): Html {
    return new Html(pieces.map((piece) => piece.#markup).join(escaped(separator)));
  }
}

/** A template for HTML: what is put in is escaped unless it is HTML itself. Attributes have to be quoted. */
export function html(literals: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  return Html.from(literals, values);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
