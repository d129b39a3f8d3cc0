import type { Severity } from '../../common/severity.ts';

/** A report in words and figures, as it is to be drawn: see drawReport. All text may be of any origin, length and script. */
export interface ReportContent {
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  readonly lead: string;
  readonly portal: {
    readonly name: string;
    /** #rrggbb, legible on white. */
    readonly accentColour: string;
    /** PNG of some hundred pixels, which is taken as it is. */
    readonly logo: Uint8Array | null;
  };
  /** One line at the foot of each page, which is numbered besides. */
  readonly foot: string;
  /** `Page 1 of 2` */
  readonly pageLabels: readonly string[];
  /** What stands on each page; what has no room on it is left out. */
  readonly pages: readonly (readonly Section[])[];
}

export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export type Block = Paragraph | Tiles | Chart | Table | List;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
}

/** A few figures side by side. */
export interface Tiles {
  readonly kind: 'tiles';
  readonly tiles: readonly {
    readonly severity: Severity;
    readonly label: string;
    readonly figure: string;
    readonly note: string;
  }[];
}

/** What was open on each day, the most severe at the bottom. */
export interface Chart {
  readonly kind: 'chart';
  /** What the picture shows, for whoever does not see it. */
  readonly alternative: string;
  /** Oldest first. */
  readonly days: readonly Readonly<Record<Severity, number>>[];
  readonly labels: Readonly<Record<Severity, string>>;
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface Table {
  readonly kind: 'table';
  readonly columns: readonly { readonly label: string; readonly share: number; readonly align?: 'right' }[];
  /** The first cell of each row says what the row is about. */
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly severity?: Severity;
    readonly strong?: boolean;
  }[];
}

/** Numbered. */
export interface List {
  readonly kind: 'list';
  readonly items: readonly {
    readonly title: string;
    readonly severity?: Severity;
    /** One line. */
    readonly place: string;
    /** As far as it has room; empty: nothing. */
    readonly text: string;
  }[];
}
