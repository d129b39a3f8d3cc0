import { queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/session.ts';
import { sessionReads } from '../../../src/identity/sign-in/overview-reads.ts';
import { ApiError, answered, api } from '../api/api.ts';
import { exposureKeys } from './data.ts';

const path = '/api/v1/reports/monthly';

type Answer<Path extends '/api/v1/reports/monthly' | '/api/v1/reports/exposure'> =
  Paths[Path]['get']['responses'][200]['content']['application/json']['data'];

export type MonthlyReport = Answer<typeof path>;
export type Ledger = MonthlyReport['figures']['total'];
export type ExposureDay = Answer<'/api/v1/reports/exposure'>['days'][number];

/** What became of a customer's alerts in a month, as the server counts it. */
export const monthlyReportQuery = (month: string) =>
  queryOptions({
    queryKey: [...exposureKeys, 'report', month],
    queryFn: async () => {
      // The other form of the answer is not asked for.
      const answer = (await answered(api.GET(path, { params: { query: { month } } }))) as { data: MonthlyReport };
      return answer.data;
    },
  });

/** How many alerts were open on each of the last 90 days. */
export const exposureQuery = queryOptions({
  queryKey: [...exposureKeys, 'exposure-days'],
  queryFn: async () => (await answered(api.GET(sessionReads.exposure.path, {}))).data.days,
  staleTime: 300_000,
});

/** The same of the alerts of one server. */
export const serverDaysQuery = (serverId: string) =>
  queryOptions({
    queryKey: [...exposureKeys, 'exposure-days', serverId],
    queryFn: async () =>
      (await answered(api.GET('/api/v1/reports/exposure', { params: { query: { endpoint_id: serverId } } }))).data.days,
    staleTime: 300_000,
  });

/**
 * The same report as a PDF.
 * @throws ApiError
 */
export async function fetchReportPdf(month: string): Promise<Blob> {
  const response = await fetch(`${path}?month=${month}`, { headers: { Accept: 'application/pdf' } });
  if (!response.ok) throw new ApiError(response, await response.json().catch(() => null));
  return response.blob();
}
