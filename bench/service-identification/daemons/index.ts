import type { Daemon } from '../daemon.ts';
import { applications } from './applications.ts';
import { databases } from './databases.ts';
import { fifthSample } from './fifth-sample.ts';
import { fourthSample } from './fourth-sample.ts';
import { furtherServers } from './further-servers.ts';
import { furtherTools } from './further-tools.ts';
import { mailAndFiles } from './mail-and-files.ts';
import { messaging } from './messaging.ts';
import { network } from './network.ts';
import { oddPorts } from './odd-ports.ts';
import { rated } from './ratings.ts';
import { remoteAccess } from './remote-access.ts';
import { secondHalf } from './second-half/index.ts';
import { sixthSample } from './sixth-sample.ts';
import { thirdSample } from './third-sample.ts';
import { triedApplications } from './tried-applications.ts';
import { web } from './web.ts';

/** By the first half the tables of what is recognised are made; the second half only shows how well they hold. */
export const halves = {
  first: rated([
    ...web,
    ...remoteAccess,
    ...mailAndFiles,
    ...databases,
    ...messaging,
    ...network,
    ...oddPorts,
    ...furtherServers,
    ...furtherTools,
    ...applications,
    ...triedApplications,
  ]),
  second: secondHalf,
  third: thirdSample,
  fourth: fourthSample,
  fifth: fifthSample,
  sixth: sixthSample,
} as const satisfies Record<string, readonly Daemon[]>;

export type Half = keyof typeof halves;
