import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { addExclusions, removeExclusions } from '../monitoring/exclusions/change-exclusions.ts';
import { type Exclusion, listExclusions } from '../monitoring/exclusions/exclusion-record.ts';
import { table } from './output.ts';
import { withResources } from './run-command.ts';

/** What this installation never scans, whoever asks for it. */
export function defineExclusions(exclusions: Command): void {
  exclusions.description('networks that are never scanned, for any partner; in force everywhere within ten seconds');
  exclusions
    .command('add <networks...>')
    .description('exclude addresses or CIDRs: running scans stop, and alerts stay as they are')
    .requiredOption('--reason <text>', 'why, for whoever finds it in the list')
    .option('--by <name>', 'who wants it so', userInfo().username)
    .action((networks: string[], options: { reason: string; by: string }, command: Command) =>
      withResources(command, 'change', async (resources, output) => {
        const { networks: all, added, endpoints } = await addExclusions(resources, networks, options);
        const present = all.filter((network) => !added.includes(network));
        const known = present.length === 0 ? '' : ` Excluded before: ${present.join(', ')}.`;
        output.result(
          { added, present, endpoints_withdrawn: endpoints },
          `Excluded: ${added.join(', ') || 'nothing new'}.${known} Endpoints taken off the schedule: ${endpoints}.`,
        );
      }),
    );
  exclusions
    .command('remove <networks...>')
    .description('lift exclusions: endpoints are scanned again when they are due')
    .option('--by <name>', 'who wants it so', userInfo().username)
    .action((networks: string[], { by }: { by: string }, command: Command) =>
      withResources(command, 'change', async (resources, output) => {
        const removed = await removeExclusions(resources, networks, by);
        output.result(
          { removed },
          removed.length === 0 ? 'None of them was excluded.' : `Lifted: ${removed.join(', ')}.`,
        );
      }),
    );
  exclusions
    .command('list')
    .description('what is excluded, with reason, who and when')
    .option('--all', 'with what was lifted', false)
    .action((options: { all: boolean }, command: Command) =>
      withResources(command, 'read', async (resources, output) => {
        const listed = (await listExclusions(resources.db, options)).map(toListed);
        const rows = listed.map((one) => [
          one.network,
          one.added_at,
          one.added_by,
          one.removed_at === null ? '' : `${one.removed_at} ${one.removed_by}`,
          one.reason,
        ]);
        output.result({ exclusions: listed }, table(['network', 'since', 'by', 'lifted', 'reason'], rows));
      }),
    );
}

function toListed({ network, reason, added_by, added_at, removed_by, removed_at }: Exclusion) {
  return {
    network,
    reason,
    added_by,
    added_at: added_at.toISOString(),
    removed_by,
    removed_at: removed_at?.toISOString() ?? null,
  };
}
