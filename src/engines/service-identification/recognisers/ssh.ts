import { operatingSystemHint } from '../operating-system.ts';
import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

/** Identification string of RFC 4253, section 4.2. Other lines may stand before it. */
const identification = /(?:^|\n)SSH-\d{1,2}\.\d{1,2}-([^\r\n]{0,255})/;

export const ssh: Recogniser = {
  service: 'ssh',
  ports: [22],
  unasked(bytes) {
    const software = identification.exec(asciiText(bytes))?.[1];
    if (software === undefined) return null;
    // `OpenSSH_9.2p1 Debian-2`, `dropbear_2022.83`, `Cisco-1.25`, `OpenSSH_for_Windows_9.5`
    const [, product, version] = /^([^\s]+?)[_-](\d\S*)/.exec(software) ?? [undefined, software.split(' ')[0]];
    return {
      service: 'ssh',
      product: product?.replace(/_for_.*/, '') || undefined,
      version,
      operatingSystem: operatingSystemHint(software.replaceAll('_', ' ')),
    };
  },
};
