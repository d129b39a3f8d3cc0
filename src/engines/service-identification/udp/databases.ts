import { asciiText } from '../printable.ts';
import { hex, TRANSACTION_ID, type UdpServiceProbe } from './udp-service-probe.ts';

/** The frame of one datagram: request id, sequence number, number of datagrams, reserved. */
const memcachedFrame = hex('6277 0000 0001 0000');
const memcachedRequest = Buffer.concat([memcachedFrame, Buffer.from('version\r\n')]);

export const memcachedUdp: UdpServiceProbe = {
  service: 'memcached',
  request: () => memcachedRequest,
  recognise(answer) {
    if (answer.length < 10 || answer.readUInt16BE() !== TRANSACTION_ID) return null;
    const text = asciiText(answer.subarray(memcachedFrame.length));
    const version = /^VERSION (\S{1,40})/.exec(text)?.[1];
    if (version !== undefined)
      return { service: 'memcached', product: 'Memcached', version, banner: text, unauthenticated: true };
    return /^(?:CLIENT_|SERVER_)?ERROR/.test(text)
      ? { service: 'memcached', product: 'Memcached', banner: text }
      : null;
  },
};

/** CLNT_UCAST_INST of the default instance, then CLNT_UCAST_EX, which lists all ([MC-SQLR]). */
const defaultInstanceRequest = Buffer.from('\x04MSSQLSERVER\0');
const allInstancesRequest = hex('03');

function recogniseMssqlBrowser(answer: Buffer): ReturnType<UdpServiceProbe['recognise']> {
  if (answer.length < 4 || answer[0] !== 5 || answer.readUInt16LE(1) !== answer.length - 3) return null;
  const text = asciiText(answer.subarray(3));
  const version = /(?:^|;)Version;([\d.]{1,30})/i.exec(text)?.[1];
  return {
    service: 'mssql-browser',
    product: 'Microsoft SQL Server Browser',
    version,
    banner: text,
    unauthenticated: true,
  };
}

export const mssqlDefaultInstance: UdpServiceProbe = {
  service: 'mssql-browser',
  request: () => defaultInstanceRequest,
  recognise: recogniseMssqlBrowser,
};
export const mssqlInstances: UdpServiceProbe = {
  service: 'mssql-browser',
  request: () => allInstancesRequest,
  recognise: recogniseMssqlBrowser,
};

/** The administration server's discovery: who asks for addresses is told its name and release. */
const db2Request = Buffer.from('DB2GETADDR\0SQL08010\0');

export const db2Discovery: UdpServiceProbe = {
  service: 'db2',
  request: () => db2Request,
  recognise(answer) {
    const text = asciiText(answer);
    if (!text.startsWith('DB2RETADDR\0')) return null;
    const release = /^DB2RETADDR\0SQL(\d\d)(\d\d)/.exec(text);
    const version = release ? `${Number(release[1])}.${Number(release[2])}` : undefined;
    return { service: 'db2', product: 'IBM Db2', version, unauthenticated: true };
  },
};
