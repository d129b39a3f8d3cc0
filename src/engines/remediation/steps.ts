import type { RemediationCommands, Step, StepCondition, StepRole } from './remediation.ts';

/** What each step of the commands is for, in their order. A step's name begins with what it does. */
export function describeSteps(commands: RemediationCommands): readonly Step[] {
  return Object.keys(commands).map((name) => ({ name, role: roleOf(name), onlyIf: conditionOf(name) }));
}

/** What a script does: the changes, in their order. */
export function changesOf(commands: RemediationCommands): string {
  const changes = Object.entries(commands).filter(([name]) => roleOf(name) === 'change');
  return changes.map(([, command]) => command).join('\n');
}

/** The same without what only containers need; null where none of it is for them alone. */
export function hostChangesOf(commands: RemediationCommands): string | null {
  const onHost = Object.fromEntries(Object.entries(commands).filter(([name]) => conditionOf(name) === null));
  const changes = changesOf(onHost);
  return changes === changesOf(commands) ? null : changes;
}

function roleOf(name: string): StepRole {
  if (name === 'undo') return 'undo';
  if (name === 'verify_from_another_machine') return 'check_from_elsewhere';
  if (name.startsWith('verify_')) return 'check';
  return /^(check|see|show|find)_/.test(name) ? 'look' : 'change';
}

function conditionOf(name: string): StepCondition | null {
  if (name.includes('docker')) return 'docker';
  if (name.includes('podman')) return 'podman';
  return name === 'see_which_container' ? 'containers' : null;
}
