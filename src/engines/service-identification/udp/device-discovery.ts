import { asciiText } from '../printable.ts';
import { hex, TRANSACTION_ID, type UdpServiceProbe } from './udp-service-probe.ts';

/** A search for root devices alone, which have one short answer each; `ssdp:all` is what floods are made of. */
const ssdpSearch = Buffer.from(
  [
    'M-SEARCH * HTTP/1.1',
    'HOST: 239.255.255.250:1900',
    'MAN: "ssdp:discover"',
    'MX: 1',
    'ST: upnp:rootdevice',
    '\r\n',
  ].join('\r\n'),
);

export const ssdp: UdpServiceProbe = {
  service: 'ssdp',
  answersFromAnyPort: true,
  request: () => ssdpSearch,
  recognise(answer) {
    const text = asciiText(answer);
    if (!/^HTTP\/1\.[01] 200/i.test(text) || !/^(?:ST|USN):/im.test(text)) return null;
    // "system/version UPnP/1.0 product/version" (UPnP Device Architecture 1.1, section 1.3.3)
    const software = /^SERVER:.{0,200}UPnP\/[\d.]+,? +([^\s/]{1,60})\/(\S{1,30})/im.exec(text);
    return { service: 'ssdp', product: software?.[1], version: software?.[2], unauthenticated: true };
  },
};

const wsDiscoveryMessageId = '62776277-6277-4277-8277-627762776277';
const wsDiscoveryProbe = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"' +
    ' xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"' +
    ' xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><s:Header>' +
    `<a:MessageID>urn:uuid:${wsDiscoveryMessageId}</a:MessageID>` +
    '<a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>' +
    '<a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action>' +
    '</s:Header><s:Body><d:Probe/></s:Body></s:Envelope>',
);

export const wsDiscovery: UdpServiceProbe = {
  service: 'ws-discovery',
  answersFromAnyPort: true,
  request: () => wsDiscoveryProbe,
  recognise(answer) {
    const text = asciiText(answer);
    const isSpoken = text.includes('/ws/2005/04/discovery') || text.includes('docs.oasis-open.org/ws-dd');
    if (!isSpoken || !/ProbeMatches|RelatesTo/.test(text)) return null;
    return { service: 'ws-discovery', banner: 'WS-Discovery', unauthenticated: true };
  },
};

/** Asks which service types an agent knows (RFC 2608, section 10.1), all naming authorities, default scope. */
const slpRequest = hex('02 09 00001d 0000 000000 6277 0002 656e 0000 ffff 0007 44454641554c54');
const SLP_REPLIES: readonly number[] = [2, 10];

export const slp: UdpServiceProbe = {
  service: 'slp',
  request: () => slpRequest,
  recognise(answer) {
    const isReply = answer.length >= 16 && answer[0] === 2 && SLP_REPLIES.includes(answer[1]!);
    if (!isReply || answer.readUInt16BE(10) !== TRANSACTION_ID) return null;
    return { service: 'slp', banner: 'SLP version 2', unauthenticated: true };
  },
};

const ubiquitiRequest = hex('01 00 0000');
const UBIQUITI_FIRMWARE = 0x03;
const UBIQUITI_MODEL_NAMES: readonly number[] = [0x14, 0x0c];

export const ubiquitiDiscovery: UdpServiceProbe = {
  service: 'ubiquiti-discovery',
  request: () => ubiquitiRequest,
  recognise(answer) {
    const isAnswer = answer.length > 4 && (answer[0] === 1 || answer[0] === 2) && answer.readUInt16BE(2) > 0;
    if (!isAnswer || answer.readUInt16BE(2) > answer.length - 4) return null;
    const fields = ubiquitiFields(answer);
    const model = UBIQUITI_MODEL_NAMES.map((type) => fields.get(type)).find((name) => name !== undefined);
    return {
      service: 'ubiquiti-discovery',
      product: ['Ubiquiti', model].filter(Boolean).join(' '),
      version: fields.get(UBIQUITI_FIRMWARE),
      unauthenticated: true,
    };
  },
};

/** Type, length of two bytes, value. */
function ubiquitiFields(answer: Buffer): ReadonlyMap<number, string> {
  const fields = new Map<number, string>();
  for (let at = 4; at + 3 <= answer.length; ) {
    const end = at + 3 + answer.readUInt16BE(at + 1);
    fields.set(answer[at]!, asciiText(answer.subarray(at + 3, end)));
    at = end;
  }
  return fields;
}

/** The message id of a confirmable GET of the resource list in blocks of 16 bytes (RFC 7252, RFC 6690, RFC 7959). */
const coapRequest = hex('40 01 6277 bb 2e77656c6c2d6b6e6f776e 04 636f7265 c0');
const coapPing = hex('40 00 6277');

/** A server that hears a confirmable message acknowledges it, or resets when it is empty ("CoAP ping", section 4.3). */
function recogniseCoap(answer: Buffer): { service: string; unauthenticated?: boolean } | null {
  const isReply = answer.length >= 4 && answer[0]! >> 6 === 1 && ((answer[0]! >> 4) & 3) >= 2;
  if (!isReply || answer.readUInt16BE(2) !== TRANSACTION_ID) return null;
  const codeClass = answer[1]! >> 5;
  if (codeClass === 2) return { service: 'coap', unauthenticated: true };
  return answer[1] === 0x81 ? { service: 'coap', unauthenticated: false } : { service: 'coap' };
}

export const coapResources: UdpServiceProbe = {
  service: 'coap',
  request: () => coapRequest,
  recognise: recogniseCoap,
};
export const coap: UdpServiceProbe = { service: 'coap', request: () => coapPing, recognise: recogniseCoap };

/** Asks for the outside address (RFC 6886, section 3.2): no port is opened. */
const natPmpRequest = hex('00 00');
const NAT_PMP_RESPONSE = 0x80;

export const natPmp: UdpServiceProbe = {
  service: 'nat-pmp',
  request: () => natPmpRequest,
  recognise(answer) {
    const isAnswer = answer.length >= 8 && answer.length <= 1100 && answer[1] === NAT_PMP_RESPONSE;
    // A server of the successor, PCP, says its own version.
    if (!isAnswer || (answer[0] !== 0 && answer[0] !== 2)) return null;
    const accepted = answer[0] === 0 && answer.readUInt16BE(2) === 0;
    return {
      service: 'nat-pmp',
      banner: answer[0] === 2 ? 'PCP' : 'NAT-PMP',
      unauthenticated: accepted ? true : undefined,
    };
  },
};

/** Asks every device instance for its model name (ReadProperty 70 of device 4194303, ASHRAE 135). */
const bacnetRequest = hex('81 0a 0011 01 04 00 05 62 0c 0c 023fffff 19 46');
/** Opens the value, which begins as a character string of extended length. */
const bacnetOpeningTag = hex('3e 75');
const BACNET_COMPLEX_ACK = 0x30;
/** Acknowledgement, error, reject, abort: who says no is there, too. */
const BACNET_REPLIES: readonly number[] = [BACNET_COMPLEX_ACK, 0x50, 0x60, 0x70];

export const bacnet: UdpServiceProbe = {
  service: 'bacnet',
  request: () => bacnetRequest,
  recognise(answer) {
    const isBacnet = answer.length >= 7 && answer[0] === 0x81 && answer.readUInt16BE(2) === answer.length;
    if (!isBacnet || answer[4] !== 1 || !BACNET_REPLIES.includes(answer[6]! & 0xf0)) return null;
    const accepted = (answer[6]! & 0xf0) === BACNET_COMPLEX_ACK;
    const value = answer.indexOf(bacnetOpeningTag);
    // The tag is followed by a length and a character set; a closing tag ends it.
    const model = value < 0 ? undefined : asciiText(answer.subarray(value + 4, -1));
    return { service: 'bacnet', product: model, banner: 'BACnet/IP', unauthenticated: accepted ? true : undefined };
  },
};

const ardRequest = hex('0014 0001 03');

/** Not documented by Apple; answers carry the computer's name. */
export const appleRemoteDesktop: UdpServiceProbe = {
  service: 'apple-remote-desktop',
  request: () => ardRequest,
  recognise(answer) {
    const isAnswer = answer.length >= 200 && answer.readUInt16BE() === 1 && answer.readUInt16BE(2) <= answer.length;
    return isAnswer ? { service: 'apple-remote-desktop', product: 'Apple Remote Desktop' } : null;
  },
};

/** Query (2) of XDMCP version 1 without an authentication name; the display manager says Willing (5) or Unwilling (6). */
const xdmcpQuery = hex('0001 0002 0001 00');
const WILLING = 5;
const UNWILLING = 6;

export const xdmcp: UdpServiceProbe = {
  service: 'xdmcp',
  request: () => xdmcpQuery,
  recognise(answer) {
    if (answer.length < 6 || answer.readUInt16BE() !== 1 || answer.readUInt16BE(4) !== answer.length - 6) return null;
    const operation = answer.readUInt16BE(2);
    if (operation !== WILLING && operation !== UNWILLING) return null;
    return { service: 'xdmcp', banner: asciiText(answer.subarray(6)), unauthenticated: operation === WILLING };
  },
};
