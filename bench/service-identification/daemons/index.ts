import type { Daemon } from '../daemon.ts';
import { databases } from './databases.ts';
import { furtherServers } from './further-servers.ts';
import { furtherTools } from './further-tools.ts';
import { mailAndFiles } from './mail-and-files.ts';
import { messaging } from './messaging.ts';
import { network } from './network.ts';
import { oddPorts } from './odd-ports.ts';
import { remoteAccess } from './remote-access.ts';
import { web } from './web.ts';

export const daemons: readonly Daemon[] = [
  ...web,
  ...remoteAccess,
  ...mailAndFiles,
  ...databases,
  ...messaging,
  ...network,
  ...oddPorts,
  ...furtherServers,
  ...furtherTools,
];
