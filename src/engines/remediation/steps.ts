import type { RemediationCommands, Step, StepRole } from './remediation.ts';

/** What each step of the commands is for, in their order. A step's name begins with what it does. */
export function describeSteps(commands: RemediationCommands): readonly Step[] {
  return Object.keys(commands).map((name) => ({ name, role: roleOf(name), onlyIf: conditionOf(name) }));
}

/** What a script does: the changes, in their order. */
export function changesOf(commands: RemediationCommands): string {
  const changes = Object.entries(commands).filter(([name]) => roleOf(name) === 'change');
  return changes.map(([, command]) => command).join('\n');
}

function roleOf(name: string): StepRole {
  if (name === 'undo') return 'undo';
  if (name === 'verify_from_another_machine') return 'check_from_elsewhere';
  if (name.startsWith('verify_')) return 'check';
  return /^(check|see|show|find)_/.test(name) ? 'look' : 'change';
}

function conditionOf(name: string): string | null {
  if (name.includes('docker')) return 'Only if a container of Docker publishes the port.';
  if (name.includes('podman')) return 'Only if a container of Podman publishes the port.';
  return name === 'see_which_container' ? 'Only if the server has containers.' : null;
}
