import { asciiText } from '../printable.ts';
import type { FollowUp, Recogniser, Recognition } from '../recogniser.ts';

/** How many modules are asked whether they want a password; with the list before them this is all that a port gets. */
const mostModulesAsked = 2;
const clientGreeting = '@RSYNCD: 31.0\n';

/**
 * The list of modules is public, whoever may use them. A module asks for its password in its first answer, so it is named
 * and left at that answer: no list of files is asked for. A daemon that lets us into one module lets anybody in; one of
 * which every module asked for a password asks for one.
 */
export const rsync: Recogniser = {
  service: 'rsync',
  ports: [873],
  unasked(bytes) {
    const version = /^@RSYNCD: (\d[\w.]*)/.exec(asciiText(bytes))?.[1];
    if (version === undefined) return null;
    return { ...found(version), followUp: moduleList(version) };
  },
};

function found(version: string): Recognition {
  return { service: 'rsync', product: 'RSYNCD', version };
}

function moduleList(version: string): FollowUp {
  return {
    request: Buffer.from(`${clientGreeting}#list\n`),
    read(reply) {
      const lines = afterGreeting(reply).split('\n');
      // What precedes the list may be the message of the day; names are padded and followed by a tab.
      const modules = lines
        .map((line) => /^([^\s@][^\t]{0,100}?) *\t/.exec(line)?.[1])
        .filter((name) => name !== undefined);
      return { ...found(version), followUp: firstAnswerOf(modules, version, { asked: 0, wantedPassword: 0 }) };
    },
  };
}

interface Answers {
  readonly asked: number;
  readonly wantedPassword: number;
}

/** Undefined when there is no module left to ask. */
function firstAnswerOf(
  modules: readonly string[],
  version: string,
  { asked, wantedPassword }: Answers,
): FollowUp | undefined {
  const [module, ...rest] = modules;
  if (module === undefined || asked === mostModulesAsked) return undefined;
  return {
    request: Buffer.from(`${clientGreeting}${module}\n`),
    // The daemon hangs up after its list and after each refusal.
    connection: 'new',
    read(reply) {
      const answer = afterGreeting(reply);
      if (/^@RSYNCD: OK$/m.test(answer)) return { ...found(version), unauthenticated: true };
      const answers = {
        asked: asked + 1,
        wantedPassword: wantedPassword + (/^@RSYNCD: AUTHREQD \S/m.test(answer) ? 1 : 0),
      };
      const areAllGuarded = rest.length === 0 && answers.wantedPassword === answers.asked;
      return {
        ...found(version),
        unauthenticated: areAllGuarded ? false : undefined,
        followUp: firstAnswerOf(rest, version, answers),
      };
    },
  };
}

function afterGreeting(reply: Buffer): string {
  return asciiText(reply).replace(/^@RSYNCD: \d[^\n]*\n/, '');
}
