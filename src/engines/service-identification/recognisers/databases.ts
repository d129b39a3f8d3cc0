import type { Recogniser } from '../recogniser.ts';

/** TDS PRELOGIN (MS-TDS 2.2.6.5): version and encryption, what every SQL Server client sends before a login. */
const preLogin = Buffer.from(
  [
    '1201001a00000000', // pre-login, last packet, 26 bytes
    '00000b0006', // option version: offset 11, 6 bytes
    '0100110001', // option encryption: offset 17, 1 byte
    'ff', // end of options
    '110000000000', // version of this client
    '02', // encryption not supported
  ].join(''),
  'hex',
);

export const sqlServer: Recogniser = {
  service: 'mssql',
  ports: [1433],
  probe: {
    request: () => preLogin,
    reply(bytes) {
      const isTable = bytes[0] === 0x04 && bytes[1] === 0x01 && bytes.length >= 8 + 5;
      const versionComesFirst = bytes[8] === 0 && bytes.length >= 13 && bytes.readUInt16BE(11) === 6;
      if (!isTable || !versionComesFirst) return null;
      const at = 8 + bytes.readUInt16BE(9);
      const version = bytes.length < at + 4 ? undefined : `${bytes[at]}.${bytes[at + 1]}.${bytes.readUInt16BE(at + 2)}`;
      return { service: 'mssql', product: 'Microsoft SQL Server', version, banner: 'Microsoft SQL Server' };
    },
  },
};

/** OPTIONS of the CQL native protocol, version 4. */
const cqlOptions = Buffer.from([0x04, 0, 0, 0, 0x05, 0, 0, 0, 0]);
const cqlError = 0x00;
const cqlSupported = 0x06;

export const cassandra: Recogniser = {
  service: 'cassandra',
  ports: [9042],
  tlsPorts: [9142],
  probe: {
    request: () => cqlOptions,
    reply(bytes) {
      const isResponse = bytes.length >= 9 && bytes[0]! >= 0x83 && bytes[0]! <= 0x85;
      const answers = bytes[4] === cqlSupported || bytes[4] === cqlError;
      return isResponse && answers ? { service: 'cassandra', product: 'Apache Cassandra', banner: 'CQL' } : null;
    },
  },
};
