import { connect } from 'node:net';

/** A TCP service of the operator's choice, reached over the same uplink as the targets. */
export interface Canary {
  /** An address or a name. */
  readonly host: string;
  readonly port: number;
}

const timeoutMs = 2_000;

/** Whether the canary answered at all: a refusal has come a long way, too. */
export async function canaryAnswers({ host, port }: Canary): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const settle = (answered: boolean) => {
      resolve(answered);
      socket.removeAllListeners('connect').removeAllListeners('timeout');
      socket.on('error', () => {});
      socket.resetAndDestroy();
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNREFUSED'));
  });
}
