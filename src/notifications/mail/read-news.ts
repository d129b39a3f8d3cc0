import type { Operation } from '../../core/operation/operation.ts';
import { openAlerts } from '../../monitoring/alerts/open-alerts.ts';
import { openDomainAlerts } from '../../monitoring/leaks/open-domain-alerts.ts';
import type { NewsItem } from './alert-mail.ts';
import { readSettings } from './settings.ts';

export interface AlertIds {
  readonly alerts: readonly string[];
  readonly domainAlerts: readonly string[];
}

/**
 * What a customer wants to hear of these alerts as they are now, the most severe first: what was resolved, allowed or
 * acknowledged meanwhile is left out, and so is what the settings leave out by now.
 */
export async function readNews(operation: Operation, customerId: string, ids: AlertIds): Promise<NewsItem[]> {
  const settings = await readSettings(operation, customerId);
  const ports = settings.port_alerts
    ? await openAlerts(operation, customerId, ids.alerts, settings.port_alerts_min_severity)
    : [];
  const domains = settings.domain_alerts ? await openDomainAlerts(operation, customerId, ids.domainAlerts) : [];
  return [
    ...ports.map((alert): NewsItem => {
      const named = alert.nickname === alert.ip_address ? '' : ` (${alert.ip_address})`;
      const where = `${alert.nickname}${named}`;
      return { kind: 'port', id: alert.id, severity: alert.severity, title: alert.title, where };
    }),
    ...domains.map(({ id, severity, title, domain }): NewsItem => {
      return { kind: 'domain', id, severity, title, where: domain };
    }),
  ].toSorted((a, b) => rank[b.severity] - rank[a.severity]);
}

const rank = { low: 0, medium: 1, high: 2, critical: 3 };
