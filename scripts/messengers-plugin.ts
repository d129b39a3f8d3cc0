import type { Plugin } from 'vite';
import { messengers } from '../src/engines/messengers/messengers.ts';

/** Makes `virtual:messengers`, a module of the portal: what each messenger takes, without the code that speaks to it. */
export function messengersPlugin(): Plugin {
  const id = 'virtual:messengers';
  const forms = Object.entries(messengers).map(([type, { name, fields }]) => [type, { name, fields }]);
  return {
    name: 'messengers',
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) =>
      asked === `\0${id}` ? `export const messengers = ${JSON.stringify(Object.fromEntries(forms))};` : undefined,
  };
}
