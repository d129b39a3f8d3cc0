import type { Command } from 'commander';
import { settingsInForce, settingsMade } from '../installation/config.ts';
import { table } from './output.ts';
import { contextOf } from './run-command.ts';

export function defineConfig(config: Command): void {
  config
    .description(
      'the configuration that is in force, and where it is from; a mistake in it ends with 1, as a start would',
    )
    .option('--all', 'with what is as it is by default')
    .action(({ all }: { all?: true }, command: Command) => {
      const { config, output } = contextOf(command);
      const settings = all ? settingsInForce() : settingsMade();
      const mode = config.evaluation ? 'evaluation' : 'production';
      const { warnings } = config;
      const lines = [
        `Mode: ${mode}${config.evaluation ? ': nothing says what it is for, so that only this machine is scanned' : ''}.`,
        settings.length === 0
          ? 'Nothing is set.'
          : table(
              ['variable', 'value', 'from'],
              settings.map(({ name, value, from }) => [name, String(value ?? ''), from]),
            ),
      ];
      output.result({ mode, settings, warnings }, lines.join('\n'));
    });
}
