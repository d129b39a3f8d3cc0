import type { Command } from 'commander';
import { setSandboxMode } from '../identity/partners/sandbox-mode.ts';
import { partnerOption, withPartner } from './with-partner.ts';

export function defineSandbox(sandbox: Command): void {
  sandbox.description('a separate world of an account for trying things out');
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    sandbox
      .command(verb)
      .description(enabled ? 'let requests with X-Service-Sandbox: true in' : 'refuse them; the sandbox keeps its data')
      .requiredOption(...partnerOption)
      .action(({ partner }: { partner: string }, command: Command) =>
        withPartner(command, 'change', partner, async (operation, output) => {
          const changed = await setSandboxMode(operation, enabled);
          output.result(
            { partner_id: operation.partnerId, sandbox_enabled: enabled, changed },
            `Sandbox mode of partner ${operation.partnerId} ${changed ? 'is' : 'was'} ${verb}d ${changed ? 'now' : 'already'}.`,
          );
        }),
      );
  }
}
