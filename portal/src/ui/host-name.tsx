import { Fragment } from 'react';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';

/** The name of a server or domain; where it has to be broken, behind a dot rather than within a word. Labels can be equal. */
export function HostName({ name }: { name: string }) {
  const [first, ...further] = readableName(name).split('.');
  return (
    <>
      {first}
      {further.map((label, index) => (
        <Fragment key={index}>
          .<wbr />
          {label}
        </Fragment>
      ))}
    </>
  );
}
