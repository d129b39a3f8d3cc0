import type { Recogniser } from '../recogniser.ts';

/** TPKT and X.224 connection request with a negotiation of TLS or network level authentication (MS-RDPBCGR 2.2.1.1), no cookie. */
const connectionRequest = Buffer.from('03000013' + '0ee00000000000' + '0100080003000000', 'hex');

const connectionConfirm = 0xd0;
const negotiationResponse = 2;
const networkLevelAuthentication = 2;

export const remoteDesktop: Recogniser = {
  service: 'rdp',
  ports: [3389],
  probe: {
    request: () => connectionRequest,
    reply(bytes) {
      const isTpkt = bytes[0] === 3 && bytes[1] === 0 && bytes.length >= 11;
      if (!isTpkt || bytes[5] !== connectionConfirm) return null;
      const requiresLogin = bytes[11] === negotiationResponse && bytes[15] === networkLevelAuthentication;
      return {
        service: 'rdp',
        product: 'Remote Desktop',
        banner: requiresLogin ? 'Remote Desktop, network level authentication' : 'Remote Desktop',
        operatingSystem: requiresLogin ? 'windows' : undefined,
        unauthenticated: requiresLogin ? false : undefined,
      };
    },
  },
};
