import { runProgram } from './commands/run-program.ts';
import { forbidCrashDumps } from './platform/crash-dumps.ts';
import { releaseFreedMemory } from './platform/release-memory.ts';

// The secret key is in the memory of every command.
forbidCrashDumps();
releaseFreedMemory();
await runProgram(process.argv.slice(2));
