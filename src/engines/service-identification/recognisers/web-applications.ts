import { runnerApplications } from './web-applications/builds-and-notebooks.ts';
import { commerceApplications } from './web-applications/commerce.ts';
import { dataStoreApplications } from './web-applications/data-stores.ts';
import { databaseApplications } from './web-applications/databases.ts';
import { developerApplications } from './web-applications/developers.ts';
import { gatewayApplications } from './web-applications/gateways.ts';
import { homeApplications } from './web-applications/homes.ts';
import { controlApplications } from './web-applications/managers.ts';
import { monitoringApplications } from './web-applications/monitoring.ts';
import { operationsApplications } from './web-applications/operations.ts';
import { panelApplications } from './web-applications/panels.ts';
import { platformApplications } from './web-applications/platforms.ts';
import { programApplications } from './web-applications/programs.ts';
import { publishingApplications } from './web-applications/publishing.ts';
import { selfHostedApplications } from './web-applications/self-hosted.ts';
import { siteApplications } from './web-applications/sites.ts';
import { triedApplications } from './web-applications/tried.ts';
import { watcherApplications } from './web-applications/watchers.ts';
import { webServerApplications } from './web-applications/web.ts';
import type { WebApplication } from './web-applications/web-application.ts';

/** Every web application that is known by evidence; the first that fits wins. */
export const webApplications: readonly WebApplication[] = [
  ...databaseApplications,
  ...platformApplications,
  ...monitoringApplications,
  ...controlApplications,
  ...runnerApplications,
  ...dataStoreApplications,
  ...watcherApplications,
  ...programApplications,
  ...panelApplications,
  ...developerApplications,
  ...homeApplications,
  ...siteApplications,
  ...commerceApplications,
  ...publishingApplications,
  ...operationsApplications,
  ...gatewayApplications,
  ...selfHostedApplications,
  ...triedApplications,
  ...webServerApplications,
];
