/** `name=value` between semicolons, as DKIM, DMARC, MTA-STS and TLS-RPT have them, in their order. Of a name that comes twice the last counts. */
export function tagsOf(record: string): ReadonlyMap<string, string> {
  return new Map(
    record.split(';').flatMap((part): [string, string][] => {
      const [, name, value] = /^\s*(\w+)\s*=\s*([\s\S]*?)\s*$/.exec(part) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}
