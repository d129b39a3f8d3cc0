import { closeSync, openSync, writeSync } from 'node:fs';

export interface GeneratedLeak {
  /** Secrets that stand in the file and, being random, nowhere else. */
  readonly plantedSecrets: readonly string[];
  /** Lines that nobody could read. */
  readonly brokenLines: number;
}

const providers =
  'gmail.com yahoo.com hotmail.com outlook.com mail.ru aol.com icloud.com web.de gmx.net yandex.ru'.split(' ');
const firstNames = 'anna john maria alex peter sofia michael lisa kevin sarah tom elena david laura max nina'.split(
  ' ',
);
const lastNames = 'smith miller garcia ivanov rossi muller kim novak silva dubois jensen khan costa weber lopez'.split(
  ' ',
);
const words = 'password qwerty dragon summer welcome football monkey sunshine master shadow liebe schatz'.split(' ');
const topLevels = 'com net org de co.uk fr ru com.br it nl'.split(' ');
const providerShare = 0.62;
const rareDomains = 4_000_000;
const sites = 400_000;

/**
 * Writes a leak as leaks are: mostly `email:secret`, some `email;secret`, a fifth `url:login:password`, CRLF here and there, broken
 * lines; a few providers with most mailboxes, and a long tail of domains with one or two. The same seed makes the same file.
 */
export function generateLeak(path: string, lines: number, planted: number, seed = 1): GeneratedLeak {
  const random = randomNumbers(seed);
  const file = openSync(path, 'w');
  const plantedSecrets: string[] = [];
  let brokenLines = 0;
  let text = '';
  try {
    for (let line = 0; line < lines; line += 1) {
      const isPlanted = plantedSecrets.length < Math.ceil(((line + 1) * planted) / lines);
      if (isPlanted) plantedSecrets.push(plantedSecret(seed, plantedSecrets.length));
      const secret = isPlanted ? plantedSecrets.at(-1)! : secretOf(random);
      if (!isPlanted && random() < 0.005) {
        brokenLines += 1;
        text += `${secret}\n`;
      } else text += lineOf(random, secret);
      if (text.length > 1_000_000) {
        writeSync(file, text);
        text = '';
      }
    }
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
  return { plantedSecrets, brokenLines };
}

/** A domain of the long tail; many of the largest numbers are in no file. */
export function rareDomain(number: number): string {
  return `firm${number.toString(36)}.${topLevels[number % topLevels.length]}`;
}

function lineOf(random: () => number, secret: string): string {
  const address = `${localPart(random)}@${mailDomain(random)}`;
  const kind = random();
  if (kind < 0.2) return `https://${siteOf(random)}/login:${address}:${secret}\n`;
  const end = random() < 0.02 ? '\r\n' : '\n';
  return `${address}${kind < 0.3 ? ';' : ':'}${secret}${end}`;
}

function localPart(random: () => number): string {
  const [first, last] = [pick(random, firstNames), pick(random, lastNames)];
  const style = random();
  if (style < 0.4) return `${first}.${last}${Math.floor(random() * 100)}`;
  if (style < 0.8) return `${first}${Math.floor(random() * 100_000)}`;
  return `${first[0]}${last}${Math.floor(random() * 10_000)}`;
}

function mailDomain(random: () => number): string {
  if (random() < providerShare) return pick(() => random() ** 2, providers);
  // A power law: domain n turns up about as often as n^(-2/3).
  return rareDomain(Math.floor(random() ** 3 * rareDomains));
}

function siteOf(random: () => number): string {
  const number = Math.floor(random() ** 3 * sites);
  return `${number % 3 === 0 ? 'www.' : ''}shop${number.toString(36)}.${topLevels[number % topLevels.length]}`;
}

function secretOf(random: () => number): string {
  const style = random();
  if (style < 0.25) return `${pick(random, words)}${Math.floor(random() * 1_000)}`;
  if (style < 0.5) return `${pick(random, firstNames)}${Math.floor(random() * 10_000)}!`;
  if (style < 0.96) return Math.floor(random() * 2 ** 52).toString(36);
  return Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
}

function plantedSecret(seed: number, number: number): string {
  return `Pl4nt3d-${(seed * 7_919 + number).toString(36)}-s3cr3t`;
}

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

/** xorshift32: fast, and the same on every machine. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 2_654_435_761) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
