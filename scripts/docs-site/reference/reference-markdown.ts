import type { OperationGroup, ReferenceOperation } from './described-operations.ts';
import type { Field } from './fields.ts';
import { samplesOf } from './samples.ts';
import type { WebhookPayload } from './webhook-payloads.ts';

/** A group as text: what its page says, with the sample for curl only. */
export function groupMarkdown({ name, description, operations }: OperationGroup): string {
  return `${[`# ${name}`, description, ...operations.map(operationMarkdown)].join('\n\n')}\n`;
}

function operationMarkdown(operation: ReferenceOperation): string {
  const { method, path, aliases, summary, description, parameters, body, answers, refusals } = operation;
  const [curl] = samplesOf(operation);
  const part = (title: string, fields: readonly Field[]) =>
    fields.length === 0 ? [] : [`### ${title}`, fieldLines(fields).join('\n')];
  const placed = (place: string) => parameters.filter((each) => each.place === place).map(({ field }) => field);
  return [
    `## ${summary}`,
    [`\`${method} ${path}\``, ...aliases.map((alias) => `also at \`${alias}\``)].join(', '),
    description,
    ...part('Path', placed('path')),
    ...part('Query', placed('query')),
    ...part('Body', body?.fields ?? []),
    ...part('Headers', placed('header')),
    ...(curl === undefined ? [] : [block('sh', curl.code)]),
    ...answers.flatMap((answer) => [
      `### Answer ${answer.status}`,
      answer.description,
      ...(answer.body === null ? [] : [fieldLines(answer.body.fields).join('\n'), json(answer.body.example)]),
    ]),
    '### Errors',
    refusals
      .map(
        ({ status, description: words, codes }) =>
          `- ${status}: ${words}${codes.map((code) => ` \`${code}\``).join('')}`,
      )
      .join('\n'),
  ].join('\n\n');
}

/** What webhooks post. */
export function payloadsMarkdown(introduction: string, payloads: readonly WebhookPayload[]): string {
  const sections = payloads.flatMap(({ type, summary, fields, example }) => [
    `## \`${type}\``,
    summary,
    fieldLines(fields).join('\n'),
    json(example),
  ]);
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function fieldLines(fields: readonly Field[], depth = 0): string[] {
  return fields.flatMap(({ name, type, isRequired, description, limits, values, fields: inner, shapes }) => {
    const facts = [
      ...(isRequired ? [] : ['optional']),
      ...(values.length > 1 ? [`one of ${values.map((value) => `\`${value}\``).join(', ')}`] : []),
      ...(values.length === 1 ? [`always \`${values[0]}\``] : []),
      ...limits,
    ];
    const about = facts.length === 0 ? '' : `, ${facts.join('; ')}`;
    const line = `${'  '.repeat(depth)}- \`${name}\` (${type}${about})${description === '' ? '' : `: ${description}`}`;
    return [
      line.replaceAll('\n', ' '),
      ...fieldLines(inner, depth + 1),
      ...shapes.flatMap((shape) => [
        `${'  '.repeat(depth + 1)}- ${shape.name}:`,
        ...fieldLines(shape.fields, depth + 2),
      ]),
    ];
  });
}

function json(value: unknown): string {
  return block('json', `${JSON.stringify(value, null, 2)}\n`);
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\`\`\``;
}
