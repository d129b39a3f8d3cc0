import type { HalfFigures, JudgedPort } from './judge-half.ts';

const width = 32;

export function printPorts(judged: readonly JudgedPort[]): void {
  const rows = [['port', 'daemon', 'ours', '', '', 'severity', 'is', 'nmap', '', 'is', ''], ...judged.map(cells)];
  const widths = rows[0]!.map((_cell, column) => Math.max(...rows.map((row) => row[column]!.slice(0, width).length)));
  for (const row of rows) {
    const padded = row.map((cell, column) =>
      column < row.length - 1 ? cell.slice(0, width).padEnd(widths[column]!) : cell,
    );
    console.log(padded.join('  '));
  }
}

function cells({ daemon, expected, said, verdict, severity, mistakes, nmap }: JudgedPort): string[] {
  const open = said.unauthenticated === true ? ' (no login)' : '';
  return [
    ...[`${expected.port}`, daemon, said.method === 'probed' ? said.service + open : '–'],
    ...[said.product ?? '', said.version ?? '', severity, verdict === 'right' ? '' : verdict.toUpperCase()],
    ...[nmap?.said?.service ?? '', nmap?.said?.product ?? '', nmap?.verdict ?? '', mistakes.join(', ')],
  ];
}

export function printFigures(half: string, figures: HalfFigures): void {
  const { running, daemons, ports, shown, falselyOpen, severity, seconds, nmap } = figures;
  console.log(`\n${half} half: ${running} of ${daemons} daemons run, ${ports} ports`);
  console.log(
    `ours: ${inWords(figures)} (${shown} of them shown by name), ${falselyOpen} falsely “without a password”, ${seconds.toFixed(1)} s`,
  );
  console.log(`severity: ${severity.right} of ${severity.of} as written down`);
  if (nmap) console.log(`nmap -sV: ${inWords(nmap)}, ${nmap.seconds.toFixed(1)} s`);
}

function inWords({ right, wrong, unknown }: Readonly<Record<'right' | 'wrong' | 'unknown', number>>): string {
  return `${right} named right, ${wrong} wrong, ${unknown} not named`;
}
