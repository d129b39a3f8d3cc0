import { Fragment } from 'react';

/** A text of the service, in which commands stand between backticks. */
export function TextWithCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((piece, index) => <Fragment key={index}>{index % 2 === 1 ? <code>{piece}</code> : piece}</Fragment>);
}
