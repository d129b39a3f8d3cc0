import type { IpAddress } from '../../../common/ip-bytes.ts';
import type { IcmpAnswer, TcpAnswer } from './received-packet.ts';

/**
 * Source ports per local address. Retransmissions take turns with them, so that it shows which round an answer belongs to;
 * the last lane carries the canaries.
 */
export const LANES = 4;
export const CANARY_LANE = LANES - 1;
export const PASS_LANES = LANES - 1;

/** The way to one target: from which local address, by which sockets. */
export interface Route {
  readonly target: IpAddress;
}

/** Hears what came back. Called within `receive` and `flush` only. */
export interface LinkListener {
  tcpAnswer(answer: TcpAnswer, lane: number): void;
  icmpAnswer(answer: IcmpAnswer, lane: number): void;
  /** The machine itself could not send this probe. @param code As in `ENETUNREACH`. */
  notSent(route: Route, port: number, lane: number, code: string): void;
}

/** How packets leave and arrive: raw sockets, or a made-up network in tests. */
export interface ProbeLink {
  /** Finds the way to a target. @throws SystemCallError when there is none */
  open(target: IpAddress): Route;
  /** Frees what the route needed. No probe of it may be queued. */
  close(route: Route): void;
  /** Queues a SYN until the next `flush`, which is due after `batchSize` of them. */
  queue(route: Route, port: number, lane: number, sequence: number): void;
  readonly batchSize: number;
  flush(): void;
  /** Reads what has arrived. */
  receive(): void;
  /** Blocks until something arrives, at most so long. */
  wait(timeoutMs: number): void;
  /** Blocks so long, whatever arrives. */
  sleep(timeMs: number): void;
  /** Answers that were lost because they weren't read in time, ever. */
  droppedAnswers(): number;
}
