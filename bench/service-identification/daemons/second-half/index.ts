import type { Daemon } from '../../daemon.ts';
import { onPortsFrom } from '../row.ts';
import { data } from './data.ts';
import { fromNpm } from './from-npm.ts';
import { mailAndChat } from './mail-and-chat.ts';
import { network } from './network.ts';
import { web } from './web.ts';

/**
 * By these nobody makes a table: they are only run, to see how well what the first half taught holds elsewhere. Who works on what is
 * recognised does not read them.
 */
export const secondHalf: readonly Daemon[] = [
  ...onPortsFrom(24_000, 'second-half', [...network, ...data]),
  ...onPortsFrom(25_000, 'second-half-web', [...mailAndChat, ...web]),
  ...onPortsFrom(27_000, 'second-half-npm', fromNpm),
];
