import { Counter, type Registry } from 'prom-client';

export interface RequestLogMetrics {
  readonly droppedRequestLogs: Counter;
}

export function requestLogMetrics(registry: Registry): RequestLogMetrics {
  return {
    droppedRequestLogs: new Counter({
      name: 'breakwater_request_log_dropped_total',
      help: 'Requests with API keys that the request log does not have, because there were too many or the database failed.',
      registers: [registry],
    }),
  };
}
