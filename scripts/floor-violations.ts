import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReferences, type Reference } from './source-references.ts';

export interface FloorViolation {
  /** Path from the repository, as in src/engines/port-risk/assess.ts */
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly why: string;
}

/** Where a file stands in the house that docs/architecture.md describes. */
type Place =
  | { readonly floor: 'top' | 'config' | 'platform' | 'unknown' | 'outside' }
  | { readonly floor: 'capabilities' | 'engines'; readonly folder: string };

/** What another capability may not use of a capability: only its verbs are for others. */
const privateFiles = /\/(routes|queries)\.ts$/;

const reasons = {
  engine: 'an engine imports nothing of ours outside its own folder but engines/common',
  commonEngine: 'engines/common is below the engines and imports nothing of ours outside its own folder',
  platform: 'platform imports nothing of ours but platform',
  capability: 'a capability imports engines, platform and verbs of other capabilities: what is on top is passed in',
  privateFile: "a capability calls another capability's verbs, not its routes or queries",
  config: 'config.ts imports only from platform and engines',
  tests: 'only tests import tests and testing/ folders',
  unknown: 'the floors are capabilities/, engines/ and platform/; only files directly in src/ stand above them',
  environment: 'only src/config.ts reads the environment; all else is given typed settings',
};

/**
 * Checks every TypeScript file of `<repository>/src`, except tests and `testing/` folders, against the arrows of the
 * architecture.
 * @returns the violations, in order of file and line
 */
export function findFloorViolations(repository: string): FloorViolation[] {
  const source = join(repository, 'src');
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.[cm]?[jt]sx?$/.test(path),
  );
  return paths.sort().flatMap((path) => (isTest(path) ? [] : checkFile(source, path)));
}

function checkFile(source: string, path: string): FloorViolation[] {
  const file = join('src', path);
  const place = placeOf(path);
  const code = readFileSync(join(source, path), 'utf8');
  const misplaced =
    place.floor === 'unknown' ? [{ file, line: 1, what: 'stands on no floor', why: reasons.unknown }] : [];
  const refused = findReferences(path, code).flatMap((reference): FloorViolation[] => {
    const why = refusal(path, place, reference);
    return why === undefined ? [] : [{ file, line: reference.line, what: describe(reference), why }];
  });
  return [...misplaced, ...refused];
}

function describe(reference: Reference): string {
  return reference.kind === 'environment' ? 'reads process.env' : `imports '${reference.specifier}'`;
}

/** Why a reference is not allowed; undefined when it is. */
function refusal(path: string, from: Place, reference: Reference): string | undefined {
  if (reference.kind === 'environment') return from.floor === 'config' ? undefined : reasons.environment;
  if (!reference.specifier.startsWith('.')) return undefined;
  const target = join(path, '..', reference.specifier);
  return importRefusal(from, { path: target, place: placeOf(target) });
}

function importRefusal(from: Place, to: { readonly path: string; readonly place: Place }): string | undefined {
  if (isTest(to.path)) return reasons.tests;
  switch (from.floor) {
    case 'engines':
      return engineRefusal(from.folder, to.place);
    case 'platform':
      return to.place.floor === 'platform' ? undefined : reasons.platform;
    case 'config':
      return to.place.floor === 'platform' || to.place.floor === 'engines' ? undefined : reasons.config;
    case 'capabilities':
      return capabilityRefusal(from.folder, to.path, to.place);
    default:
      return undefined;
  }
}

function engineRefusal(folder: string, to: Place): string | undefined {
  if (to.floor === 'engines' && (to.folder === folder || to.folder === 'common')) return undefined;
  return folder === 'common' ? reasons.commonEngine : reasons.engine;
}

function capabilityRefusal(folder: string, path: string, place: Place): string | undefined {
  if (place.floor === 'capabilities') {
    return place.folder !== folder && privateFiles.test(path) ? reasons.privateFile : undefined;
  }
  return place.floor === 'engines' || place.floor === 'platform' ? undefined : reasons.capability;
}

/** @param path from src/ */
function placeOf(path: string): Place {
  const [first = '', second] = path.split('/');
  if (first === '..') return { floor: 'outside' };
  if (second === undefined) return { floor: first === 'config.ts' ? 'config' : 'top' };
  if (first === 'platform') return { floor: 'platform' };
  if (first === 'capabilities' || first === 'engines') return { floor: first, folder: second };
  return { floor: 'unknown' };
}

function isTest(path: string): boolean {
  return /\.test\.[jt]sx?$/.test(path) || path.split('/').slice(0, -1).includes('testing');
}
