import koffi from 'koffi';

/** Of <sys/prctl.h>. */
const setDumpable = 4;
/** Of <sys/resource.h>. */
const coreFileSize = 4;

/**
 * From now on a crash of this process leaves nothing of its memory behind: no core file, whatever the limits say (prctl(2),
 * PR_SET_DUMPABLE), no diagnostic report. Other processes of the same user cannot read its memory either. What it starts leaves no
 * core file either (RLIMIT_CORE). Cannot be undone.
 * @throws when the system refuses it
 */
export function forbidCrashDumps(): void {
  const system = koffi.load(null);
  const prctl = system.func('int prctl(int, ulong, ulong, ulong, ulong)');
  // A struct rlimit: soft and hard limit.
  const setrlimit = system.func('int setrlimit(int, ulong *)');
  if (prctl(setDumpable, 0, 0, 0, 0) !== 0 || setrlimit(coreFileSize, [0, 0]) !== 0)
    throw new Error('The system does not let this process go without core dumps.');
  process.report.reportOnFatalError = false;
  process.report.reportOnSignal = false;
  process.report.reportOnUncaughtException = false;
}
