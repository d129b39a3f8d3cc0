import type { Command } from 'commander';

/** Adds commands to the program. */
type AddCommands = (program: Command) => void;

interface CommandGroup {
  readonly names: readonly string[];
  load(): Promise<readonly AddCommands[]>;
}

/** In the order in which help lists them. */
const groups: readonly CommandGroup[] = [
  {
    names: ['serve', 'migrate'],
    load: () => import('./serve-command.ts').then(({ addServe, addMigrate }) => [addServe, addMigrate]),
  },
  {
    names: ['partner', 'portal-domain', 'key', 'sandbox'],
    load: () =>
      import('./partner-commands.ts').then(({ addPartner, addPortalDomain, addKey, addSandbox }) => [
        addPartner,
        addPortalDomain,
        addKey,
        addSandbox,
      ]),
  },
  {
    names: ['plan', 'customer'],
    load: () => import('./plan-commands.ts').then(({ addPlan, addCustomer }) => [addPlan, addCustomer]),
  },
  { names: ['exclusions'], load: () => import('./exclusion-commands.ts').then((file) => [file.addExclusionCommands]) },
  { names: ['leaks'], load: () => import('./leak-commands.ts').then((file) => [file.addLeaks]) },
  { names: ['doctor'], load: () => import('./doctor-command.ts').then((file) => [file.addDoctor]) },
  {
    names: ['backup', 'restore', 'move'],
    load: () => import('./backup-commands.ts').then((file) => [file.addBackup]),
  },
  { names: ['export'], load: () => import('./export-commands.ts').then((file) => [file.addExport]) },
  { names: ['secret'], load: () => import('./secret-commands.ts').then((file) => [file.addSecret]) },
  { names: ['scan'], load: () => import('./scan-command.ts').then((file) => [file.addScan]) },
  { names: ['status', 'workers'], load: () => import('./status-commands.ts').then((file) => [file.addStatusCommands]) },
  // It speaks of all the others, so that its name means no group.
  { names: [], load: () => import('./completion-command.ts').then((file) => [file.addCompletion]) },
];

/**
 * Adds the commands that a command line may mean. Loading all of them takes twice as long as running most of them, so the others are
 * left out where the first word names one: help, and mistakes, are about all.
 * @param words the command line without the program's name
 */
export async function addCommands(program: Command, words: readonly string[]): Promise<void> {
  const meant = words.find((word) => !word.startsWith('-'));
  const one = groups.find(({ names }) => meant !== undefined && names.includes(meant));
  for (const { load } of one ? [one] : groups) for (const add of await load()) add(program);
}
