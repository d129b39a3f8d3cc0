import { Fragment } from 'react';

/** The name of a server or domain; where it has to be broken, behind a dot rather than within a word. Labels can be equal. */
export function HostName({ name }: { name: string }) {
  const [first, ...further] = name.split('.');
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
