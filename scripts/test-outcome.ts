/** The part of vitest's JSON report that is read here. */
interface Report {
  readonly testResults: readonly {
    readonly status: 'passed' | 'failed';
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly tags: readonly string[];
    }[];
  }[];
}

export interface SkippedTest {
  readonly name: string;
  readonly tags: readonly string[];
}

export interface TestOutcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
}

/**
 * Counts what a run of vitest did. A file that failed outside its tests counts as one failure, and so does a run that
 * ended badly without naming a failed test, or without leaving a report.
 * @param reportText vitest's JSON report, undefined when there is none
 * @param exitCode vitest's exit code
 */
export function readTestOutcome(reportText: string | undefined, exitCode: number): TestOutcome {
  const files = parseReport(reportText)?.testResults;
  if (files === undefined) return { passed: 0, failed: 1, skipped: [] };
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const skipped = tests.filter((test) => isSkipped(test)).map(({ fullName, tags }) => ({ name: fullName, tags }));
  const brokenFiles = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed));
  const failed = tests.filter(isFailed).length + brokenFiles.length;
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1), skipped };
}

function parseReport(text: string | undefined): Report | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Report);
  } catch {
    return undefined;
  }
}

function isSkipped({ status }: { readonly status: string }): boolean {
  return status === 'skipped' || status === 'todo' || status === 'disabled';
}

/** Also what was to run and never ended: its status is still `pending`. */
function isFailed(test: { readonly status: string }): boolean {
  return test.status !== 'passed' && !isSkipped(test);
}

/** `12 passed, 0 failed`, and `, 3 skipped` when some were: the last line of a test run. */
export function formatTestOutcome({ passed, failed, skipped }: TestOutcome): string {
  const counts = `${passed} passed, ${failed} failed`;
  return skipped.length === 0 ? counts : `${counts}, ${skipped.length} skipped`;
}

/** One line for each missing tool that says how many tests it cost, then the names of the skipped tests. */
export function formatSkippedTests(skipped: readonly SkippedTest[], missingTools: readonly string[]): string[] {
  const listed = skipped.slice(0, maxListedTests).map(({ name }) => `  skipped: ${name}`);
  const rest = skipped.length - listed.length;
  return [
    ...missingTools.map((tool) => {
      const count = skipped.filter(({ tags }) => tags.includes(tool)).length;
      return `SKIPPED LOUDLY: ${tool} is not installed: ${count} ${count === 1 ? 'test that needs it is' : 'tests that need it are'} skipped`;
    }),
    ...listed,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

const maxListedTests = 100;
