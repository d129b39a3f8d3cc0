import { type ColumnRole, columnNames, namesHash, plainName } from './column-names.ts';
import { type CredentialFields, clearSpan, isEmptySpan, layoutIndex, setSpan } from './credential-fields.ts';
import { readMailAddress } from './mail-address.ts';
import { accepted, rejected, type Verdict } from './reject-reason.ts';
import { clearSite, readLogin, readSiteOfUrl } from './ulp-line.ts';

/**
 * One JSON object. Its strings live until the next garbage collection, which nothing can hasten; the error of a line that is
 * no JSON quotes the line, so it is dropped here.
 */
export function parseJsonLine(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): Verdict {
  const properties = readObject(bytes, start, end);
  if (properties === null) return rejected.malformed_json;
  const site = firstText(properties, 'site');
  fields.layout = layoutIndex.json;
  if (site === null) clearSite(fields);
  else readSiteOfUrl(site, 0, site.length, fields);
  if (!readIdentity(properties, fields)) return rejected.no_mail_address;
  const name = firstFilled(properties, 'secret');
  if (name === null) clearSpan(fields.secret);
  else {
    const secret = textOf(properties.get(name));
    setSpan(fields.secret, secret, 0, secret.length);
  }
  fields.isHash = name !== null && namesHash(name);
  return accepted;
}

function readObject(bytes: Uint8Array, start: number, end: number): ReadonlyMap<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString());
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return new Map(Object.entries(value).map(([name, property]) => [plainName(name), property]));
  } catch {
    return null;
  }
}

function readIdentity(properties: ReadonlyMap<string, unknown>, fields: CredentialFields): boolean {
  const mail = firstText(properties, 'mail');
  if (mail !== null && readMailAddress(mail, 0, mail.length, fields) === mail.length) return true;
  const login = firstText(properties, 'login');
  if (login === null || !readLogin(login, 0, login.length, fields)) return false;
  return !isEmptySpan(fields.mailDomain) || !isEmptySpan(fields.site);
}

function firstText(properties: ReadonlyMap<string, unknown>, role: ColumnRole): Buffer | null {
  const name = firstFilled(properties, role);
  return name === null ? null : textOf(properties.get(name));
}

/** The name of the first property of that role that is a text or a number. */
function firstFilled(properties: ReadonlyMap<string, unknown>, role: ColumnRole): string | null {
  const isFilled = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number';
  return columnNames[role].find((name) => isFilled(properties.get(name))) ?? null;
}

function textOf(value: unknown): Buffer {
  return Buffer.from(String(value));
}
