import type { Command } from 'commander';
import { listNodes } from '../core/nodes/nodes.ts';
import type { Resources } from '../core/operation/operation.ts';
import { type InstallationStatus, nodeAsJson, readStatus, statusAsJson } from '../service/status.ts';
import { behindSentences, errorLines, nodesTable, queuesTable } from '../service/status-tables.ts';
import { type Output, table } from './output.ts';
import { withResources } from './run-command.ts';

/** What goes on in the whole installation, from any machine of it. */
export function defineStatus(status: Command): void {
  status
    .description('nodes, queues, how far behind everything is, and the last errors')
    .option('--check', 'end with 1 if something needs the operator')
    .action(({ check }: { check?: true }, command: Command) =>
      withResources(command, 'read', async (resources, output) => {
        const read = await readStatus(resources);
        output.result(statusAsJson(read), textOf(read));
        if (check && read.troubles.length > 0) process.exitCode = 1;
      }),
    );
}

export function defineWorkers(workers: Command): void {
  workers
    .description('the processes that scan, and how much each of them does')
    .action((_options, command: Command) => withResources(command, 'read', showWorkers));
}

function textOf(status: InstallationStatus): string {
  const { build, schema, troubles } = status;
  const [nodes, queues] = [nodesTable(status), queuesTable(status)];
  const errors = errorLines(status);
  return [
    `Breakwater ${build}, schema ${schema}`,
    '',
    nodes.rows.length === 0 ? 'No node is alive. Start one: breakwater serve' : table(nodes.headings, nodes.rows),
    '',
    table(queues.headings, queues.rows),
    '',
    ...behindSentences(status),
    ...(errors.length === 0 ? ['No node has logged an error since its start.'] : ['', ...errors]),
    ...(troubles.length === 0 ? [] : ['', 'Needs you:', ...troubles.map((trouble) => `- ${trouble}`)]),
  ].join('\n');
}

async function showWorkers({ db }: Resources, output: Output): Promise<void> {
  const workers = (await listNodes(db)).filter(({ scanner }) => scanner !== null);
  const rows = workers.map(({ host, pid, version, alive, silent_seconds, scanner, checks }) => [
    `${host}:${pid}`,
    alive ? 'alive' : `silent for ${Math.round(silent_seconds)} s`,
    version,
    scanner!.engine,
    scanner!.vantage_point ?? '',
    `${scanner!.running} of ${scanner!.concurrency}`,
    checks.uplink ?? '',
    checks.scanner ?? '',
  ]);
  const text =
    rows.length === 0
      ? 'No process scans. Start one: breakwater serve --role worker'
      : table(['worker', 'state', 'version', 'engine', 'vantage point', 'scans', 'uplink', 'scanner'], rows);
  output.result({ workers: workers.map(nodeAsJson) }, text);
}
