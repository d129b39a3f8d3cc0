import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand on the right, so that their digits are below one another. */
  readonly numeric?: true;
  /** Needs the whole width of a phone: its heading stands above it there. A cell may be null, which a phone leaves out. */
  readonly wide?: true;
  /** What can be done with a row: the heading is for screen readers only. */
  readonly actions?: true;
}

/** Shown as a block, a cell would be none to screen readers without its role. */
const cellRole = { role: 'cell' };

/** Rows of one kind. On narrow screens each row becomes a block whose values carry their headings. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: shown as blocks, browsers take a table for none without its roles
    <table role="table" className="block w-full text-sm md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="hidden md:table-header-group">
        <tr>
          {columns.map(({ heading, numeric, actions }) => (
            <th
              key={heading}
              scope="col"
              className={`border-b border-line px-3 pb-2 font-medium text-muted first:pl-0 last:pr-0 ${numeric ? 'text-right' : 'text-left'}`}
            >
              {actions ? <span className="sr-only">{heading}</span> : heading}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tbody role="rowgroup" className="block divide-y divide-line md:table-row-group">
        {rows.map((row) => (
          // biome-ignore lint/a11y/noRedundantRoles: as above
          <tr key={keyOf(row)} role="row" data-row className="grid gap-1 py-3 first:pt-0 last:pb-0 md:table-row">
            {columns.map(({ heading, cell, numeric, wide, actions }, index) => {
              const shown = cell(row);
              const isLeftOut = wide === true && shown === null;
              return (
                <td
                  key={heading}
                  {...cellRole}
                  className={`${isLeftOut ? 'hidden' : wide ? 'grid gap-1' : 'flex items-baseline gap-3'} min-w-0 [overflow-wrap:anywhere] md:table-cell md:px-3 md:py-3 md:align-middle md:first:pl-0 md:last:pr-0 md:[tr:last-child>&]:pb-0 ${numeric ? 'tabular-nums md:text-right' : ''} ${actions ? 'mt-1' : ''}`}
                >
                  {index > 0 && !actions && (
                    <span aria-hidden="true" className="w-28 shrink-0 text-muted md:hidden">
                      {heading}
                    </span>
                  )}
                  <span className={`min-w-0 ${actions ? 'flex flex-wrap gap-2 md:justify-end' : ''}`}>
                    {isLeftOut ? '–' : shown}
                  </span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
