import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

/** NAMES_REQ of Erlang's port mapper: which nodes it knows. It has no login, and who reaches it sees the nodes' ports. */
const epmdNames = Buffer.from([0, 1, 0x6e]);

export const epmd: Recogniser = {
  service: 'epmd',
  ports: [4369],
  probe: {
    request: () => epmdNames,
    reply(bytes) {
      const text = asciiText(bytes.subarray(4));
      if (bytes.length < 4 || !/^(?:name \S{1,255} at port \d{1,5}\n)*$/.test(text)) return null;
      // Without a node the answer is its own port alone.
      if (text === '' && bytes.readUInt32BE(0) !== 4369) return null;
      return {
        service: 'epmd',
        product: 'Erlang Port Mapper Daemon',
        banner: text || 'no nodes',
        unauthenticated: true,
      };
    },
  },
};

/** `srvr` prints version and counters; it is the one word that ZooKeeper answers unless its operator adds others. */
export const zookeeper: Recogniser = {
  service: 'zookeeper',
  ports: [2181],
  probe: {
    request: () => Buffer.from('srvr'),
    reply(bytes) {
      const text = asciiText(bytes);
      const version = /^Zookeeper version: (\d[\w.]{0,30})/.exec(text)?.[1];
      if (version !== undefined)
        return { service: 'zookeeper', product: 'Apache ZooKeeper', version, unauthenticated: true };
      const declines = text.startsWith('srvr is not executed because') || text.startsWith('This ZooKeeper instance');
      return declines ? { service: 'zookeeper', product: 'Apache ZooKeeper' } : null;
    },
  },
};

/** Asks for the branches of a repository that is not there, as `git ls-remote git://host/` does. */
function gitUploadPack(address: string, port: number): Buffer {
  const host = address.includes(':') ? `[${address}]` : address;
  const line = `git-upload-pack /\0host=${host}:${port}\0`;
  return Buffer.from((line.length + 4).toString(16).padStart(4, '0') + line);
}

export const git: Recogniser = {
  service: 'git',
  ports: [9418],
  probe: {
    request: ({ address, port }) => gitUploadPack(address, port),
    reply(bytes) {
      const answers = /^[\da-f]{4}(?:ERR |[\da-f]{40,64} )/.test(asciiText(bytes));
      return answers ? { service: 'git', product: 'Git' } : null;
    },
  },
};
