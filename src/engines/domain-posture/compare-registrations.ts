import type { Registration } from './domain-look.ts';

interface Changed<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** What of a registration is otherwise than it was; what one of both does not say has not changed. */
export interface RegistrationChange {
  readonly registrar: Changed<string> | null;
  readonly nameServers: Changed<readonly string[]> | null;
}

/** Null: nothing that is worth a word. */
export function compareRegistrations(before: Registration, after: Registration): RegistrationChange | null {
  const registrar =
    before.registrar === null || after.registrar === null || isSameRegistrar(before, after)
      ? null
      : { before: before.registrar, after: after.registrar };
  const nameServers =
    before.nameServers.length === 0 || after.nameServers.length === 0 || areSame(before.nameServers, after.nameServers)
      ? null
      : { before: before.nameServers, after: after.nameServers };
  return registrar === null && nameServers === null ? null : { registrar, nameServers };
}

/** @param one and `other`: names of servers, in any order */
export function areSame(one: readonly string[], other: readonly string[]): boolean {
  const [mine, theirs] = [new Set(one), new Set(other)];
  return mine.size === theirs.size && one.every((name) => theirs.has(name));
}

/** By their numbers where both have one: names are written now so and now so. */
function isSameRegistrar(one: Registration, other: Registration): boolean {
  if (one.registrarId !== null && other.registrarId !== null) return one.registrarId === other.registrarId;
  return plain(one.registrar!) === plain(other.registrar!);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
