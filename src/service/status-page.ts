import type { Resources } from '../core/operation/operation.ts';
import { secretsInForce } from '../installation/config.ts';
import { withoutSecrets } from '../installation/without-secrets.ts';
import { Html, html } from '../platform/http/html.ts';
import { eachKey } from '../platform/sealing.ts';
import { shareAnswers } from '../platform/share-answers.ts';
import type { ServiceOptions } from './service-options.ts';
import { type InstallationStatus, readStatus } from './status.ts';
import { behindSentences, errorLines, nodesTable, queuesTable, type StatusTable } from './status-tables.ts';

/** However many look, the database is asked no more often. */
const lifetimeMs = 2_000;
/** How often a page that stands open is loaded anew. */
const refreshSeconds = 30;

const sheet = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { text-align: left; padding: .25rem 1.5rem .25rem 0; border-bottom: 1px solid #8884; white-space: nowrap }
.well { color: #1a7f37 } .unwell { color: #cf222e; font-weight: 600 }
@media (prefers-color-scheme: dark) { .well { color: #3fb950 } .unwell { color: #ff7b72 } }
pre { white-space: pre-wrap; overflow-wrap: anywhere }`;

/**
 * What `breakwater status` says, as a page that needs no script: for who has no Grafana.
 * @returns asks for it; rejects while the database cannot be asked
 */
export function statusPage({ config, store }: ServiceOptions, resources: Resources): () => Promise<string> {
  const without = withoutSecrets([...secretsInForce(config), ...eachKey(store.keys)]);
  return shareAnswers(lifetimeMs, async () =>
    renderStatus(await readStatus(resources), resources.clock.now(), without).toString(),
  );
}

function renderStatus(status: InstallationStatus, now: Date, without: (text: string) => string): Html {
  const { build, schema, troubles } = status;
  const errors = errorLines(status).map(without);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${String(refreshSeconds)}">
<title>${troubles.length === 0 ? 'Well' : `${troubles.length} for you`}: Breakwater</title>
<style>${Html.style(sheet)}</style>
</head>
<body>
<h1>Breakwater</h1>
<p>${build}, schema ${String(schema)}, at ${now.toISOString()}. It is loaded anew every ${String(refreshSeconds)} seconds.</p>
<h2>What needs you</h2>
${
  troubles.length === 0
    ? html`<p class="well">Nothing.</p>`
    : html`<ul>
${Html.join(
  troubles.map((trouble) => html`<li class="unwell">${without(trouble)}</li>`),
  '\n',
)}
</ul>`
}
<h2>Nodes</h2>
${tableOf(nodesTable(status))}
<h2>Queues</h2>
${tableOf(queuesTable(status))}
<h2>How far behind everything is</h2>
<ul>
${Html.join(
  behindSentences(status).map((sentence) => html`<li>${sentence}</li>`),
  '\n',
)}
</ul>
<h2>Last errors</h2>
${errors.length === 0 ? html`<p>No node has logged an error since its start.</p>` : html`<pre>${errors.join('\n')}</pre>`}
<p>On a machine, <code>breakwater doctor</code> says what is wrong with it. For programs: <a href="/readyz">/readyz</a>, <a href="/metrics">/metrics</a>.</p>
</body>
</html>
`;
}

function tableOf({ headings, rows }: StatusTable): Html {
  const cells = (row: readonly string[], cell: (text: string) => Html) => Html.join(row.map(cell), '');
  return html`<table>
<thead><tr>${cells(headings, (text) => html`<th scope="col">${text}</th>`)}</tr></thead>
<tbody>
${Html.join(
  rows.map((row) => html`<tr>${cells(row, (text) => html`<td>${text}</td>`)}</tr>`),
  '\n',
)}
</tbody>
</table>`;
}
