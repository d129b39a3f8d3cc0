/** Comes with types for another path only. */
declare module '@messageformat/core/compile-module.js' {
  import type MessageFormat from '@messageformat/core';

  export default function compileModule(
    messageFormat: InstanceType<typeof MessageFormat.default>,
    messages: Readonly<Record<string, string>>,
  ): string;
}
