import { runCommandLine } from './commands/run-command-line.ts';
import { forbidCrashDumps } from './platform/crash-dumps.ts';
import { releaseFreedMemory } from './platform/release-memory.ts';

// The secret key is in the memory of every command.
forbidCrashDumps();
releaseFreedMemory();
await runCommandLine(process.argv.slice(2));
