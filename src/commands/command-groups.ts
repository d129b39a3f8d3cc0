import type { Command } from 'commander';

/** Gives a command its options, subcommands and work. */
type DefineCommand = (command: Command) => void;

/** The commands by name, in the order in which help lists them. Each is loaded when it is needed. */
const commands: Readonly<Record<string, () => Promise<DefineCommand>>> = {
  serve: () => import('./serve-command.ts').then(({ defineServe }) => defineServe),
  migrate: () => import('./serve-command.ts').then(({ defineMigrate }) => defineMigrate),
  partner: () => import('./partner-commands.ts').then(({ definePartner }) => definePartner),
  'portal-domain': () => import('./portal-domain-commands.ts').then(({ definePortalDomain }) => definePortalDomain),
  key: () => import('./key-commands.ts').then(({ defineKey }) => defineKey),
  sandbox: () => import('./sandbox-commands.ts').then(({ defineSandbox }) => defineSandbox),
  'check-integration': () =>
    import('./check-integration-command.ts').then(({ defineCheckIntegration }) => defineCheckIntegration),
  plan: () => import('./plan-commands.ts').then(({ definePlan }) => definePlan),
  customer: () => import('./customer-commands.ts').then(({ defineCustomer }) => defineCustomer),
  exclusions: () => import('./exclusion-commands.ts').then(({ defineExclusions }) => defineExclusions),
  leaks: () => import('./leak-commands.ts').then(({ defineLeaks }) => defineLeaks),
  versions: () => import('./versions-commands.ts').then(({ defineVersions }) => defineVersions),
  config: () => import('./config-command.ts').then(({ defineConfig }) => defineConfig),
  doctor: () => import('./doctor-command.ts').then(({ defineDoctor }) => defineDoctor),
  support: () => import('./support-command.ts').then(({ defineSupport }) => defineSupport),
  backup: () => import('./backup-commands.ts').then(({ defineBackup }) => defineBackup),
  restore: () => import('./backup-commands.ts').then(({ defineRestore }) => defineRestore),
  move: () => import('./backup-commands.ts').then(({ defineMove }) => defineMove),
  export: () => import('./export-commands.ts').then(({ defineExport }) => defineExport),
  secret: () => import('./secret-commands.ts').then(({ defineSecret }) => defineSecret),
  domain: () => import('./domain-command.ts').then(({ defineDomain }) => defineDomain),
  scan: () => import('./scan-command.ts').then(({ defineScan }) => defineScan),
  status: () => import('./status-commands.ts').then(({ defineStatus }) => defineStatus),
  workers: () => import('./status-commands.ts').then(({ defineWorkers }) => defineWorkers),
};

/**
 * Adds the commands that a command line may mean. Loading all of them takes twice as long as running most of them, so the others are
 * left out where the first word names one: help, mistakes and completion are about all.
 * @param words the command line without the program's name
 */
export async function addCommands(program: Command, words: readonly string[]): Promise<void> {
  const meant = words.find((word) => !word.startsWith('-')) ?? '';
  const isOne = Object.hasOwn(commands, meant);
  for (const name of isOne ? [meant] : Object.keys(commands)) (await commands[name]!())(program.command(name));
  if (!isOne) (await import('./completion-command.ts')).addCompletion(program);
}
