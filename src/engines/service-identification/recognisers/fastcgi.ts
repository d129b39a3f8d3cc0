import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

const getValues = 9;
const getValuesResult = 10;
const variables = ['FCGI_MAX_CONNS', 'FCGI_MAX_REQS', 'FCGI_MPXS_CONNS'];

/** A record of the application as a whole (FastCGI specification, 3.3): version, type, no request, content, padding. */
function managementRecord(type: number, content: Buffer): Buffer {
  const padding = -content.length & 7;
  const head = Buffer.from([1, type, 0, 0, content.length >> 8, content.length & 0xff, padding, 0]);
  return Buffer.concat([head, content, Buffer.alloc(padding)]);
}

/** FCGI_GET_VALUES (4.1): how many requests at once? It runs nothing. Names without values, as the specification says. */
const questions = managementRecord(
  getValues,
  Buffer.concat(variables.map((name) => Buffer.from(`${String.fromCharCode(name.length, 0)}${name}`, 'latin1'))),
);

/** FastCGI has no login: who gets an answer may have any program run, with settings of their own choice. */
export const fastcgi: Recogniser = {
  service: 'fastcgi',
  ports: [],
  probe: {
    request: () => questions,
    reply(bytes) {
      const isResult =
        bytes.length >= 8 && bytes[0] === 1 && bytes[1] === getValuesResult && bytes.readUInt16BE(2) === 0;
      if (!isResult || !asciiText(bytes).includes('FCGI_MPXS_CONNS')) return null;
      return { service: 'fastcgi', product: 'FastCGI', banner: 'FastCGI', unauthenticated: true };
    },
  },
};
