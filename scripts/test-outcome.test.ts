import { describe, expect, test } from 'vitest';
import { formatSkippedTests, formatTestOutcome, readTestOutcome } from './test-outcome.ts';

/** One file of a report, with tests of these statuses. */
function file(status: 'passed' | 'failed', ...statuses: string[]): object {
  return {
    status,
    assertionResults: statuses.map((each, index) => ({ fullName: `test ${index}`, status: each, tags: [] })),
  };
}

function outcomeOf(exitCode: number, ...files: object[]): string {
  return formatTestOutcome(readTestOutcome(JSON.stringify({ testResults: files }), exitCode));
}

describe('the last line', () => {
  test('counts passed and failed tests of all files', () => {
    const files = [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')];
    expect(outcomeOf(1, ...files)).toBe('3 passed, 1 failed');
  });

  test('names skipped tests only when there are some', () => {
    expect(outcomeOf(0, file('passed', 'passed', 'skipped', 'todo'))).toBe('1 passed, 0 failed, 2 skipped');
  });

  test('counts a file that failed outside its tests as a failure', () => {
    expect(outcomeOf(1, file('failed'), file('failed', 'passed'))).toBe('1 passed, 2 failed');
  });

  test('counts a test that never ended as a failure', () => {
    expect(outcomeOf(1, file('failed', 'passed', 'pending'))).toBe('1 passed, 1 failed');
  });

  test('counts a run that ended badly with every test passed as a failure', () => {
    expect(outcomeOf(1, file('passed', 'passed'))).toBe('1 passed, 1 failed');
  });

  test.each([undefined, '', '{"testRes'])('is a failure without a whole report: %j', (text) => {
    expect(formatTestOutcome(readTestOutcome(text, 0))).toBe('0 passed, 1 failed');
  });
});

describe('skipped tests', () => {
  const skipped = [
    { name: 'a', tags: ['nmap'] },
    { name: 'b', tags: ['nmap', 'ufw'] },
    { name: 'c', tags: [] },
  ];

  test('are counted for each missing tool and named', () => {
    expect(formatSkippedTests(skipped, ['nmap', 'ufw'])).toEqual([
      'SKIPPED LOUDLY: nmap is not installed: 2 tests that need it are skipped',
      'SKIPPED LOUDLY: ufw is not installed: 1 test that needs it is skipped',
      '  skipped: a',
      '  skipped: b',
      '  skipped: c',
    ]);
  });

  test('are named up to a limit', () => {
    const many = Array.from({ length: 103 }, (_, index) => ({ name: `test ${index}`, tags: [] }));
    const lines = formatSkippedTests(many, []);
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('  and 3 more');
  });
});
