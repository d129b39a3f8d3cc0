/** The scans under way of resources as they were before they were written. */
export function currentScans(before: readonly { readonly current_scan_id: string | null }[]): string[] {
  return before.flatMap(({ current_scan_id }) => current_scan_id ?? []);
}
