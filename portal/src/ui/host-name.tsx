import { Fragment } from 'react';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';

/**
 * The name of a server or domain; where it has to be broken, behind a dot rather than within a word. What DNS carries shows behind one
 * that people read otherwise. Labels can be equal.
 */
export function HostName({ name }: { name: string }) {
  const readable = readableName(name);
  return (
    <span title={readable === name ? undefined : name}>
      <BrokenAtDots text={readable} />
    </span>
  );
}

/** Any text, in which names of hosts are broken behind a dot, and addresses are not. */
export function BrokenAtDots({ text }: { text: string }) {
  const parts = text.split(/(?<=\S\.)(?=[^\s\d])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
