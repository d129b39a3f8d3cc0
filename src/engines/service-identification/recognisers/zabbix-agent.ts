import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

const key = 'agent.version';

/** Zabbix protocol, "Header" and "Passive checks": ZBXD, flags, length in eight bytes, the name of a figure. */
const askVersion = Buffer.concat([
  Buffer.from('ZBXD\x01'),
  Buffer.from([key.length, 0, 0, 0, 0, 0, 0, 0]),
  Buffer.from(key),
]);

/** An agent hangs up on everybody but the servers that it is configured for: whoever gets an answer is let in. */
export const zabbixAgent: Recogniser = {
  service: 'zabbix-agent',
  ports: [10050],
  probe: {
    request: () => askVersion,
    reply(bytes) {
      const text = asciiText(bytes);
      if (!text.startsWith('ZBXD') || bytes.length < 13) return null;
      const version = /^(\d[\w.]{0,30})$/.exec(text.slice(13))?.[1];
      const found = { service: 'zabbix-agent', product: 'Zabbix agent', banner: 'Zabbix agent' };
      return version === undefined ? found : { ...found, version, unauthenticated: true };
    },
  },
};
