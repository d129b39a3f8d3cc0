import { readableName } from '../../engines/domain-names/readable-name.ts';
import type { AlertRecord } from './alert-record.ts';

/** Which server or domain an alert is about, as a message names it. */
export function subjectNameOf({
  ip_address,
  nickname,
  key,
  domain_id,
}: Pick<AlertRecord, 'ip_address' | 'nickname' | 'key' | 'domain_id'>): string {
  // Of a leak, the name that was looked for: the record may have another one by now.
  if (domain_id !== null) return readableName(key.split(' ')[0]!);
  return nickname === ip_address ? ip_address! : `${nickname} (${ip_address})`;
}
