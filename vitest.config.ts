import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { testTools } from './scripts/test-tools.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'portal/src/**/*.test.ts',
      'test/{acceptance,tenancy,properties,faults,browser}/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-runs.ts'],
    // Processes, not threads: tests start worker threads, change limits and watch signals of their own.
    pool: 'forks',
    // Tests wait for sockets and the database more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    tags: testTools.map((tool) => ({ name: tool, description: `skipped where ${tool} is not installed` })),
  },
});
