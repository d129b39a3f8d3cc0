import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';

/** A paragraph of an explanation. What stands before its colon, such as “What to do”, is what it is about. */
export function ExplanationParagraph({ text: written }: { text: string }) {
  const text = withReadableNames(written);
  const [, about, rest] = /^([A-Z][\w ]{2,30}): (.+)$/s.exec(text) ?? [];
  if (about === undefined || rest === undefined) return <p>{text}</p>;
  return (
    <div>
      <h3 className="text-sm font-semibold">{about}</h3>
      <p>{rest}</p>
    </div>
  );
}
