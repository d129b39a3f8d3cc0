import { asciiText } from '../printable.ts';
import type { FollowUp, Recogniser, Recognition } from '../recogniser.ts';

/** Zabbix protocol, "Header": ZBXD, flags, length in eight bytes. */
const headLength = 13;

function message(text: string): Buffer {
  return Buffer.concat([Buffer.from('ZBXD\x01'), Buffer.from([text.length, 0, 0, 0, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** What follows the header; null where there is none. */
function content(bytes: Buffer): string | null {
  const text = asciiText(bytes);
  return text.startsWith('ZBXD') && bytes.length >= headLength ? text.slice(headLength) : null;
}

/**
 * What a Zabbix server asks its gateway to Java about the gateway itself, which is the only one to know the question. It has no login.
 */
const gatewayVersion: FollowUp = {
  request: message('{"request":"java gateway internal","keys":["zabbix[java,,version]"]}'),
  connection: 'new',
  read(reply) {
    const version = /^\{(?=.{0,200}"response":"success").{0,200}"data":\[\{"value":"(\d[\w.-]{0,30})"\}\]/s.exec(
      content(reply) ?? '',
    )?.[1];
    if (version === undefined) return null;
    const name = 'Zabbix Java gateway';
    return { service: 'zabbix-java-gateway', product: name, banner: name, version, unauthenticated: true };
  },
};

/** Asks for a figure ("Passive checks"). An agent hangs up on everybody but the servers that it is configured for: whoever gets an answer is let in. */
export const zabbixAgent: Recogniser = {
  service: 'zabbix-agent',
  ports: [10050],
  probe: {
    request: () => message('agent.version'),
    reply(bytes): Recognition | null {
      const answer = content(bytes);
      if (answer === null) return null;
      // A name alone is no question to the others of Zabbix, which talk JSON.
      if (/^\{.{0,1000}"response":/s.test(answer))
        return {
          service: 'zabbix',
          product: 'Zabbix',
          banner: 'Zabbix',
          purpose: 'monitoring',
          followUp: gatewayVersion,
        };
      const version = /^(\d[\w.]{0,30})$/.exec(answer)?.[1];
      const found = { service: 'zabbix-agent', product: 'Zabbix agent', banner: 'Zabbix agent' };
      return version === undefined ? found : { ...found, version, unauthenticated: true };
    },
  },
};
