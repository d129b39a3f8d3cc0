import { splitLabel } from '../../../src/common/explanation.ts';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';

/**
 * A paragraph of an explanation. What stands before its colon, such as “What to do”, is what it is about; lines behind it that are
 * numbered are a list.
 */
export function ExplanationParagraph({ text: written }: { text: string }) {
  const text = withReadableNames(written);
  const label = splitLabel(text);
  if (label === null) return <p>{text}</p>;
  const { about, rest } = label;
  return (
    <div>
      <h3 className="text-sm font-semibold">{about}</h3>
      <Contents text={rest} />
    </div>
  );
}

function Contents({ text }: { text: string }) {
  const lines = text.split('\n');
  if (!lines.every((line) => /^\d+\. /.test(line))) return <p>{sentence(text)}</p>;
  return (
    <ol className="grid list-decimal gap-1.5 pl-5">
      {lines.map((line) => (
        <li key={line}>{line.replace(/^\d+\. /, '')}</li>
      ))}
    </ol>
  );
}

/** What went on behind a colon begins a sentence here. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
