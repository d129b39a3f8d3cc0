/**
 * A run is a sorted list of records, cut into blocks that are compressed one by one. All numbers are unsigned LEB128 unless
 * another width is told.
 *
 *     block    = length of body (4 bytes, little-endian), body (Zstandard), digests (8 bytes per record)
 *     body     = count of groups, of domains, of records; groups; domains; columns
 *     group    = bytes of the key that are those of the key before, further bytes, these bytes, count of records
 *     domain   = length, bytes: what records name beside the domain that they are sorted by
 *     columns  = flags (1 byte per record)
 *                bytes of the login that are those of the login before in the group (1 byte per record)
 *                further bytes of the login (1 byte per record)
 *                number of the domain from 1, or 0 for none (per record)
 *                all further bytes of logins
 *
 * Digests are random, so they are left out of the compression. Records are sorted by key, login, flags, digest, and the key of
 * the other domain: the same order in every run, so that runs can be merged.
 */

/** By which domain records are looked up: that of the mail address, or that of the site. */
export const recordIndexes = ['mail', 'site'] as const;
export type RecordIndex = (typeof recordIndexes)[number];

/** Flags of a record: the secret's format in the lowest two bits. Records of before a flag lack it. */
export const secretFormatMask = 3;
export const secretPresentFlag = 4;
/** The line named a login site whose host is no domain name, such as an address. */
export const unnamedSiteFlag = 8;

/** Bytes of a body before compression. Larger ones compress better, smaller ones are found and read faster. */
export const bodyBytes = 4_096;

/** Longest text in a block: a login or a domain key. */
export const maxTextBytes = 255;
