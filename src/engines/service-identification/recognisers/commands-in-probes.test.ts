/** Whatever reads what we send, a shell or a database included, can take no harm of it. */

import { expect, it } from 'vitest';
import type { Recognition } from '../recogniser.ts';
import recorded from '../testing/real-daemon-replies.json' with { type: 'json' };
import { udpProbes } from '../udp/udp-probes.ts';
import { recognisers } from './registry.ts';
import { webApplications } from './web-applications.ts';
import { get, post } from './web-requests.ts';

const target = { address: '192.0.2.7', port: 4242, userAgent: 'Mozilla/5.0 (compatible; exposure-scanner)' };

/** Everything that is ever sent: each protocol's request, each fixed page, what is asked on, datagrams. */
function everythingSent(): readonly (readonly [who: string, request: Buffer])[] {
  const pages = webApplications.flatMap(({ product, behind = [], access = [] }) => [
    ...behind.map(({ path }) => [product, get(target, path)] as const),
    ...access.flatMap(({ path, post: body }) =>
      path === undefined ? [] : [[product, body === undefined ? get(target, path) : post(target, path, body)] as const],
    ),
  ]);
  return [
    ...recognisers.flatMap(({ service, probe }) => (probe ? [[service, probe.request(target)] as const] : [])),
    ...pages,
    ...recorded.flatMap((conversation) => followUpsIn(conversation)),
    ...[...udpProbes].flatMap(([port, probes]) =>
      probes.map((probe) => [`udp ${port}`, Buffer.from(probe.request(target))] as const),
    ),
  ];
}

type Conversation = (typeof recorded)[number];

function followUpsIn({ daemon, replies }: Conversation): readonly (readonly [string, Buffer])[] {
  const bytes = replies.map((reply) =>
    'text' in reply
      ? Buffer.from(String(reply.text), 'latin1')
      : Buffer.from(String((reply as { hex?: string }).hex), 'hex'),
  );
  return recognisers.flatMap(({ unasked, probe }) => {
    const [first = Buffer.alloc(0), ...rest] = bytes;
    const sent: (readonly [string, Buffer])[] = [];
    let known: Recognition | null = probe?.reply?.(first, target) ?? unasked?.(first, target) ?? null;
    for (const reply of [...rest, Buffer.alloc(0)]) {
      if (!known?.followUp) break;
      sent.push([daemon, known.followUp.request]);
      known = known.followUp.read(reply);
    }
    return sent;
  });
}

/** Commands of Unix and Windows that change, show or start something, and statements of databases that do. */
const commands = new Set(
  `rm mv cp dd cat tac head tail less more ls dir id who whoami w ps kill killall pkill reboot shutdown halt poweroff init
  chmod chown chattr ln touch tee sed awk perl python python3 ruby php node bash sh zsh dash ash ksh su sudo passwd useradd
  userdel usermod crontab at nc ncat socat curl wget ftp tftp scp ssh telnet mkfs mount umount fdisk iptables nft ip ifconfig
  route export set unset eval exec source env printenv history find xargs tar gzip unzip base64 echo printf yes
  del erase rd rmdir format reg sc net type copy move start taskkill powershell cmd wmic attrib cipher
  drop delete truncate insert update alter create grant revoke replace merge call execute load copy select vacuum
  flushall flushdb config save bgsave slaveof replicaof script function quit exit logout stop restart clear`.split(
    /\s+/,
  ),
);
/** Read only, in an answer that only this database gives; and how one leaves who was greeted as by POP3. */
const meant = new Set(['set', 'select', 'quit']);

/** The words that a shell would take for commands: the first of a line, and what follows a separator or a pipe. */
function commandWords(text: string): readonly string[] {
  return text
    .split(/[\r\n\0;&|`]+|\$\(/)
    .map((part) => part.trim().split(/\s+/)[0] ?? '')
    .filter((word) => /^[a-zA-Z][\w.-]*$/.test(word))
    .map((word) => word.toLowerCase());
}

it('no request begins, anywhere, with a command of a shell or a statement of a database', () => {
  const sent = everythingSent();
  expect(sent.length).toBeGreaterThan(150);
  const found = sent.flatMap(([who, request]) =>
    commandWords(request.toString('latin1'))
      .filter((word) => commands.has(word) && !meant.has(word))
      .map((word) => `${who}: ${word}`),
  );
  expect([...new Set(found)]).toEqual([]);
});

it('no line of text sends what a shell prints into a file, or runs what stands inside of it', () => {
  const streams = everythingSent().filter(([who]) => !who.startsWith('udp '));
  const wrong = streams.filter(([, request]) => {
    const text = request.toString('latin1');
    return /^[\x20-\x7e\r\n\t]*$/.test(text) && /(?:^|[^-=])>[ \t]*[\w./~]|`|\$\(|\$\{/.test(text);
  });
  expect(wrong.map(([who]) => who)).toEqual([]);
});
