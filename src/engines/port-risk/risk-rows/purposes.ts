import type { ApplicationPurpose } from '../../../common/application-purpose.ts';
import { type RiskRow, type RiskRowText, riskRows } from '../risk-row.ts';

const withoutLogin =
  'If nobody outside needs it, let it listen on 127.0.0.1 only and reach it through an SSH tunnel, or let only your own addresses through the firewall. Switch on its login with a long password, and keep it up to date.';
const withLogin =
  'If nobody outside needs it, let it listen on 127.0.0.1 only and reach it through an SSH tunnel, or let only your own addresses through the firewall. Use a long password that is used nowhere else, and keep it up to date.';
const guardedWhy =
  'It asks for a login, which is all that stands between strangers and what lies behind. They can try passwords, and use flaws that were not patched.';

type Words = Pick<RiskRowText, 'severity' | 'thing' | 'why'> & {
  readonly advice?: string;
  readonly open?: NonNullable<RiskRowText['open']>;
  /** Level where it asks for a login. */
  readonly guarded: RiskRow['severity'];
};

/**
 * Applications that have no row of their own are rated by what they are for, and named by their makers' name (`{name}`). How bad an
 * open one is follows from what a stranger can do there, as with the consoles.
 */
const words: Readonly<Record<Exclude<ApplicationPurpose, 'website' | 'interface'>, Words>> = {
  public: {
    severity: 'low',
    thing: '{name} (a website or web application)',
    why: 'It is made to be visited, so this is a note and no alarm. Strangers will still try passwords on it, and look for flaws in versions that were not updated.',
    advice:
      'Keep it if you meant it to be public, and keep it up to date. If you did not know about it, find out who runs it and close the port.',
    guarded: 'low',
  },
  panel: {
    severity: 'medium',
    thing: '{name} (a control panel)',
    why: 'From here a server, with its websites or its virtual machines, is administered. Whoever gets in controls all of it, so strangers try stolen and guessed passwords and use flaws that were not patched.',
    open: { severity: 'critical', reason: 'strangers can administer the server' },
    guarded: 'medium',
  },
  runner: {
    severity: 'high',
    thing: '{name} (runs programs)',
    why: 'It runs programs that are handed to it, on this server and with all that the server may reach. Automated attacks look for it and install cryptocurrency miners or copy data.',
    open: { severity: 'critical', reason: 'strangers can run programs on this server' },
    guarded: 'medium',
  },
  manager: {
    severity: 'high',
    thing: '{name} (manages software, files or machines)',
    why: 'From here other software, files or machines are started, stopped and changed. Whoever commands it commands all that it manages.',
    open: { severity: 'critical', reason: 'strangers can change and stop what it manages' },
    guarded: 'medium',
  },
  debugger: {
    severity: 'critical',
    thing: '{name} (a debugger)',
    why: 'It lets developers stop a program, read its memory and run code inside of it, and is meant for their own desk.',
    open: { severity: 'critical', reason: 'strangers can run code inside the program' },
    guarded: 'high',
  },
  database: {
    severity: 'high',
    thing: '{name} (a data store)',
    why: 'It holds data of applications, or shows and changes it. Strangers who get in copy the data and sell it, or delete it and demand money.',
    open: { severity: 'critical', reason: 'strangers can read and change the data' },
    guarded: 'medium',
  },
  queue: {
    severity: 'medium',
    thing: '{name} (a message queue)',
    why: 'Applications pass orders, mails and jobs to each other through it. Whoever gets in can read along, add messages of his own and delete others.',
    open: { severity: 'high', reason: 'strangers can read and change what applications tell each other' },
    guarded: 'medium',
  },
  monitoring: {
    severity: 'medium',
    thing: '{name} (monitoring)',
    why: 'It shows how your servers are doing and by that how they are built: names, addresses, versions. That helps whoever prepares an attack.',
    open: { severity: 'high', reason: 'strangers can read all that it knows of your servers' },
    guarded: 'low',
  },
  inbox: {
    severity: 'medium',
    thing: '{name} (a mailbox for tests)',
    why: 'It keeps mails that programs send while they are tested, often with links that reset passwords and with data of real people.',
    open: { severity: 'high', reason: 'strangers can read the mails in it' },
    guarded: 'low',
  },
  development: {
    severity: 'medium',
    thing: '{name} (a tool of developers)',
    why: 'It is meant for developers: it shows source code, files or how a program works inside, and is not built to withstand strangers.',
    open: { severity: 'high', reason: 'strangers can read, and often change, what developers work on' },
    guarded: 'low',
  },
  secrets: {
    severity: 'medium',
    thing: '{name} (keeps passwords and logins)',
    why: 'Passwords and keys, or the logins of many other applications, are kept here. Whoever gets in gets into all of them.',
    open: { severity: 'critical', reason: 'strangers can get at passwords and keys' },
    guarded: 'medium',
  },
  media: {
    severity: 'medium',
    thing: '{name} (media and downloads)',
    why: 'Films, music, documents or downloads are kept here. Strangers can try passwords, see what is kept, and use flaws that were not patched.',
    open: { severity: 'high', reason: 'strangers can see and use what is kept here' },
    guarded: 'low',
  },
  home: {
    severity: 'medium',
    thing: '{name} (devices of a house)',
    why: 'Lamps, locks, heating, printers or cameras are commanded and watched from here. Strangers who get in see and command them too.',
    open: { severity: 'high', reason: 'strangers can command the devices' },
    guarded: 'medium',
  },
  network: {
    severity: 'medium',
    thing: '{name} (network equipment)',
    why: 'It decides how a network is connected and who gets in. Whoever changes it can listen to others, redirect them and lock them out.',
    open: { severity: 'high', reason: 'strangers can see how the network is built, and often change it' },
    guarded: 'medium',
  },
  helper: {
    severity: 'medium',
    thing: '{name} (a helper of other programs)',
    why: 'It serves other programs of your own servers, and nobody outside has business with it. Strangers can learn from it how the server is built, keep it busy and use flaws that were not patched.',
    open: { severity: 'medium', reason: 'strangers can use it as your own programs do, and no more' },
    guarded: 'low',
  },
};

const rows = Object.entries(words).map(([purpose, { guarded, advice, ...text }]) => {
  const [row] = riskRows([
    {
      ...text,
      id: `purpose-${purpose}`,
      services: [],
      sources: ['judgement'],
      advice: advice ?? withoutLogin,
      guarded: { severity: guarded, ...(advice === undefined && { why: guardedWhy, advice: withLogin }) },
    },
  ]);
  return [purpose, row!] as const;
});

const byPurpose: ReadonlyMap<string, RiskRow> = new Map(rows);

export const purposeRows: readonly RiskRow[] = rows.map(([, row]) => row);

/** Null for what is no application, or one of which that is not known. */
export function riskOfPurpose(purpose: ApplicationPurpose | undefined): RiskRow | null {
  return byPurpose.get(purpose ?? '') ?? null;
}
