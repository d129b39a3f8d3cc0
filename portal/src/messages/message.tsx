import { Fragment, type ReactNode } from 'react';
import { type MessageKey, type MessageValues, t } from './messages.ts';

/** Stand for what is no text while the message is put together; no text has them. */
const open = '\u{e000}';
const nodeMark = '\u{e001}';

/**
 * A message with markup. `Go to <link>the alert</link>.` takes `parts={{ link: (text) => <Link …>{text}</Link> }}`; a value may be an
 * element. What a value says is never taken for markup.
 */
export function Message({
  id,
  values = {},
  parts = {},
}: {
  id: MessageKey;
  values?: Readonly<Record<string, ReactNode>>;
  parts?: Readonly<Record<string, (text: ReactNode) => ReactNode>>;
}) {
  const nodes: ReactNode[] = [];
  const texts: MessageValues = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number') return [name, value];
      if (typeof value === 'string') return [name, value.replaceAll('<', open)];
      return [name, `${nodeMark}${nodes.push(value) - 1}${nodeMark}`];
    }),
  );
  const withNodes = (text: string) =>
    text
      .split(nodeMark)
      .map((piece, index) =>
        index % 2 === 1 ? <Fragment key={index}>{nodes[Number(piece)]}</Fragment> : piece.replaceAll(open, '<'),
      );
  // The pieces are text, name of a mark and its text in turns.
  const pieces = t(id, texts).split(/<(\w+)>(.*?)<\/\1>/s);
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{withNodes(piece)}</Fragment>;
    if (index % 3 === 1) return null;
    return <Fragment key={index}>{parts[pieces[index - 1]!]?.(withNodes(piece)) ?? withNodes(piece)}</Fragment>;
  });
}
