/** `name=value` between semicolons, as DKIM, DMARC, MTA-STS and TLS-RPT have them, in their order. Of a name that comes twice the last counts. */
export function tagsOf(record: string): ReadonlyMap<string, string> {
  return new Map(
    record.split(';').flatMap((part): [string, string][] => {
      const equals = part.indexOf('=');
      const name = part.slice(0, Math.max(equals, 0)).trim();
      return /^\w+$/.test(name) ? [[name.toLowerCase(), part.slice(equals + 1).trim()]] : [];
    }),
  );
}
