import { databaseApplications } from './web-applications/databases.ts';
import { monitoringApplications } from './web-applications/monitoring.ts';
import { platformApplications } from './web-applications/platforms.ts';
import { programApplications } from './web-applications/programs.ts';
import { webServerApplications } from './web-applications/web.ts';
import type { WebApplication } from './web-applications/web-application.ts';

/** Every web application that is known by evidence; the first that fits wins. */
export const webApplications: readonly WebApplication[] = [
  ...databaseApplications,
  ...platformApplications,
  ...monitoringApplications,
  ...programApplications,
  ...webServerApplications,
];
