import type { RemediationAnswer } from './data.ts';

export type Placeholder = NonNullable<RemediationAnswer['own_address']>['placeholder'];

const shapes: Readonly<Record<Placeholder, RegExp>> = {
  YOUR_IPV4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
  YOUR_IPV6: /^(?=.*:.*:)[0-9a-f:.]{2,45}$/i,
};

/** Whether a text can stand where commands name the address of whoever runs them; nothing else gets into a command. */
export function isOwnAddress(placeholder: Placeholder, text: string): boolean {
  return shapes[placeholder].test(text);
}

/**
 * A script or command with the reader's own address in it. One that is none leaves the place as it is: scripts refuse to run with it.
 * What a script says of its place goes on to name it.
 */
export function withOwnAddress(text: string, placeholder: Placeholder, address: string): string {
  if (!isOwnAddress(placeholder, address)) return text;
  return text
    .split('\n')
    .map((line) => {
      if (new RegExp(`^\\s*${placeholder}=$`).test(line)) return line + address;
      return /\bfail '/.test(line) || line.includes(`$${placeholder}`) ? line : line.replaceAll(placeholder, address);
    })
    .join('\n');
}
