import { codeFigure, escapeHtml, exampleGroup } from '../code.ts';
import { renderProse } from '../markdown.ts';
import type { OperationGroup, ReferenceAnswer, ReferenceOperation, Refusal } from './described-operations.ts';
import type { Field } from './fields.ts';
import { samplesOf } from './samples.ts';
import type { WebhookPayload } from './webhook-payloads.ts';

/** Links in what the document says are as in this file. */
const proseFile = 'docs/api.md';
/** Fields of the envelopes: the same in every answer, and explained once. */
const foldedFields = new Set(['meta', 'links']);

export const prose = (text: string) => renderProse(text, proseFile);

/** The operations of a group, each with its samples beside it. */
export function groupHtml({ name, description, operations }: OperationGroup): string {
  return `<header><h1>${escapeHtml(name)}</h1>
${prose(description)}${credentials(operations)}</header>
${operations.map(operationHtml).join('\n')}`;
}

/** What the page's script fills into the samples. */
function credentials(operations: readonly ReferenceOperation[]): string {
  if (operations.every(({ access }) => access === 'session')) return '';
  return `<form class="credentials" hidden>
<label>Your portal's address <input name="address" type="url" autocomplete="off" spellcheck="false"></label>
<label>Your API key, best one for the sandbox <input name="key" autocomplete="off" spellcheck="false" placeholder="bwk_…"></label>
<p class="promise">The samples below get them. They stay in this page: nothing is stored, and nothing is sent.</p>
</form>
`;
}

function operationHtml(operation: ReferenceOperation): string {
  const { id, method, path, aliases, summary, description, parameters, body, answers, refusals } = operation;
  const part = (title: string, fields: readonly Field[]) =>
    fields.length === 0 ? '' : `<h3>${title}</h3>\n${fieldList(fields)}`;
  const placed = (place: string) => parameters.filter((each) => each.place === place).map(({ field }) => field);
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="said">
<h2 id="${id}-title"><a class="anchor" href="#${id}">${escapeHtml(summary)}</a></h2>
<p class="call">${methodMark(method)} <code>${escapeHtml(path)}</code></p>
${aliases.map((alias) => `<p class="alias">Also at <code>${escapeHtml(alias)}</code>, which does the same.</p>\n`).join('')}${prose(description)}
${part('Path', placed('path'))}
${part('Query', placed('query'))}
${part('Body', body?.fields ?? [])}
${part('Headers', placed('header'))}
<h3>Answers</h3>
${answers.map((answer) => answerHtml(answer)).join('\n')}
${refusalsHtml(refusals)}
</div>
<div class="samples">
${exampleGroup(`${id}-sample`, samplesOf(operation))}${answers.map(exampleHtml).join('\n')}
</div>
</section>`;
}

export function methodMark(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${method}</span>`;
}

function answerHtml({ status, description, body, documents }: ReferenceAnswer): string {
  const others = documents.map((type) => ` With <code>Accept: ${type}</code>, a document.`).join('');
  const words = `<strong>${status}</strong> ${escapeHtml(description)}${others}`;
  return body === null
    ? `<p class="answer">${words}</p>`
    : `<details class="answer" open><summary>${words}</summary>${fieldList(body.fields)}</details>`;
}

function exampleHtml({ status, body }: ReferenceAnswer): string {
  return body === null
    ? ''
    : `<p class="answered">Answer ${status}</p>${codeFigure({ language: 'json', code: `${JSON.stringify(body.example, null, 2)}\n` })}`;
}

function refusalsHtml(refusals: readonly Refusal[]): string {
  const rows = refusals.map(({ status, description, codes }) => {
    const links = codes.map((code) => `<a href="/docs/errors#${code.toLowerCase()}"><code>${code}</code></a>`);
    return `<tr><th scope="row"><a href="/docs/errors#${status}">${status}</a></th><td>${prose(description)}${links.join(' ')}</td></tr>`;
  });
  return `<details class="refusals"><summary>Errors: ${refusals.map(({ status }) => status).join(', ')}</summary><table>${rows.join('')}</table></details>`;
}

function fieldList(fields: readonly Field[]): string {
  return fields.length === 0 ? '' : `<ul class="fields">${fields.map(fieldHtml).join('')}</ul>`;
}

function fieldHtml(field: Field): string {
  const { name, type, isRequired, description, limits, values, fields, shapes } = field;
  const marks = `<code class="name">${escapeHtml(name)}</code> <span class="type">${escapeHtml(type)}</span>${isRequired ? '' : ' <span class="optional">optional</span>'}`;
  const facts = [
    ...(values.length > 1 ? [`One of ${values.map((value) => `<code>${escapeHtml(value)}</code>`).join(', ')}.`] : []),
    ...(values.length === 1 ? [`Always <code>${escapeHtml(values[0]!)}</code>.`] : []),
    ...(limits.length > 0 ? [`${sentence(limits.join('; '))}.`] : []),
  ];
  const within = [
    folded(`Fields of ${name}`, fields, foldedFields.has(name)),
    ...shapes.map((shape) => folded(`${name}: ${shape.name}`, shape.fields, true)),
  ];
  return `<li><p>${marks}</p>${description === '' ? '' : prose(description)}${facts.length === 0 ? '' : `<p class="facts">${facts.join(' ')}</p>`}${within.join('')}</li>`;

  function folded(title: string, inner: readonly Field[], isFolded: boolean): string {
    if (inner.length === 0) return '';
    const isOpen = !isFolded && name === 'data';
    return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>${fieldList(inner)}</details>`;
  }
}

/** Limits in words, whose backticks are those of the document. */
function sentence(words: string): string {
  const html = escapeHtml(words).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return html.charAt(0).toUpperCase() + html.slice(1);
}

/** What webhooks post: a section for each type of event. */
export function payloadsHtml(introduction: string, payloads: readonly WebhookPayload[]): string {
  const sections = payloads.map(
    ({ id, type, summary, fields, example }) => `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="said">
<h2 id="${id}-title"><a class="anchor" href="#${id}">${type}</a></h2>
<p>${escapeHtml(summary)}</p>
${fieldList(fields)}
</div>
<div class="samples">
<p class="answered">What is posted</p>${codeFigure({ language: 'json', code: `${JSON.stringify(example, null, 2)}\n` })}
</div>
</section>`,
  );
  return `<header>${prose(introduction)}</header>\n${sections.join('\n')}`;
}
