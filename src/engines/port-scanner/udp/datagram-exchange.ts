import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

import { addressBytes } from '../../../common/ip-bytes.ts';

export interface ExchangeTarget {
  readonly address: string;
  readonly port: number;
  readonly answersFromAnyPort: boolean;
}

/** What came back: the first datagram, or the code of an error that ICMP caused. */
export type Reply = { readonly answer: Uint8Array } | { readonly errorCode: string };

/**
 * Asks one UDP port and waits, on a connected socket: the kernel hands over only what comes from the port that was asked,
 * and ICMP's "port unreachable" as ECONNREFUSED. Whatever answers is never answered in turn.
 */
export class DatagramExchange {
  readonly #sender: Socket;
  /** Hears the target's other ports; it shares the sender's port. */
  readonly #listener: Socket | undefined;
  #reply: Reply | undefined;
  #onReply: (() => void) | undefined;

  private constructor(sender: Socket, listener: Socket | undefined, address: string) {
    this.#sender = sender;
    this.#listener = listener;
    sender.on('message', (answer) => this.#take({ answer }));
    sender.on('error', (error: NodeJS.ErrnoException) => this.#take({ errorCode: error.code ?? 'unknown' }));
    listener?.on('message', (answer, from) => {
      if (isSameAddress(from, address)) this.#take({ answer });
    });
    listener?.on('error', () => {});
  }

  /** @throws when the machine has no socket or no way to the address; the error has a code */
  static async open(target: ExchangeTarget): Promise<DatagramExchange> {
    const sockets: Socket[] = [];
    const bound = async (port: number): Promise<Socket> => {
      const type = isIPv6(target.address) ? 'udp6' : 'udp4';
      const socket = createSocket({ type, reuseAddr: target.answersFromAnyPort });
      sockets.push(socket);
      socket.bind(port);
      await once(socket, 'listening');
      return socket;
    };
    try {
      const listener = target.answersFromAnyPort ? await bound(0) : undefined;
      const sender = await bound(listener?.address().port ?? 0);
      sender.connect(target.port, target.address);
      await once(sender, 'connect');
      // On loopback it would ask itself.
      if (sender.address().port === target.port) throw Object.assign(new Error('met itself'), { code: 'ESELFCONNECT' });
      return new DatagramExchange(sender, listener, target.address);
    } catch (error) {
      for (const socket of sockets) socket.close();
      throw error;
    }
  }

  /**
   * Sends a request and waits for an answer, to this request or an earlier one; undefined when none comes in time.
   * @throws when the request could not be sent; the error has a code
   */
  async ask(request: Uint8Array, waitMs: number): Promise<Reply | undefined> {
    // Late news of an earlier request is news.
    if (this.#reply === undefined) await this.#send(request);
    if (this.#reply === undefined) await this.#wait(waitMs);
    const reply = this.#reply;
    if (reply !== undefined && 'errorCode' in reply) this.#reply = undefined;
    return reply;
  }

  close(): void {
    this.#onReply?.();
    // A socket's last errors have nobody to go to.
    this.#sender.removeAllListeners('message').close();
    this.#listener?.removeAllListeners('message').close();
  }

  #send(request: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#sender.send(request, (error: NodeJS.ErrnoException | null) => {
        // What ICMP said of the request before may be reported here.
        if (error?.code === 'ECONNREFUSED') this.#take({ errorCode: error.code });
        if (error === null || this.#reply !== undefined) resolve();
        else reject(error);
      });
    });
  }

  #wait(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#onReply = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #take(reply: Reply): void {
    if (this.#reply !== undefined && 'answer' in this.#reply) return;
    this.#reply = reply;
    this.#onReply?.();
  }
}

function isSameAddress(from: RemoteInfo, address: string): boolean {
  return Buffer.compare(addressBytes(from.address), addressBytes(address)) === 0;
}
