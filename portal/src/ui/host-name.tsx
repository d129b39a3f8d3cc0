import { Fragment } from 'react';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';

/**
 * The name of a server or domain; where it has to be broken, behind a dot rather than within a word. What DNS carries shows behind one
 * that people read otherwise. Labels can be equal.
 */
export function HostName({ name }: { name: string }) {
  const readable = readableName(name);
  const [first, ...further] = readable.split('.');
  return (
    <span title={readable === name ? undefined : name}>
      {first}
      {further.map((label, index) => (
        <Fragment key={index}>
          .<wbr />
          {label}
        </Fragment>
      ))}
    </span>
  );
}
