import koffi from 'koffi';

/** Of <sys/prctl.h>. */
const setDumpable = 4;

/**
 * From now on a crash of this process leaves nothing of its memory behind: no core file, whatever the limits say (prctl(2),
 * PR_SET_DUMPABLE), no diagnostic report. Other processes of the same user cannot read its memory either. Cannot be undone.
 * @throws when the system refuses it
 */
export function forbidCrashDumps(): void {
  const prctl = koffi.load(null).func('int prctl(int, ulong, ulong, ulong, ulong)');
  if (prctl(setDumpable, 0, 0, 0, 0) !== 0)
    throw new Error('The system does not let this process go without core dumps.');
  process.report.reportOnFatalError = false;
  process.report.reportOnSignal = false;
  process.report.reportOnUncaughtException = false;
}
