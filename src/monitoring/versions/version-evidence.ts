import { z } from 'zod';
import { componentPlaces } from '../../engines/service-identification/components/components.ts';

const text = z.string().max(253);

/** A program that shows it, as it stood there when a scan saw it last. */
const place = z.strictObject({
  protocol: z.enum(['tcp', 'udp']),
  port: z.int(),
  service: text,
  where: z.enum(componentPlaces),
  name: text,
  version: text.nullable(),
  revision: text.nullable(),
});
export type VersionPlace = z.infer<typeof place>;

const known = {
  places: z.array(place),
  /** Whose data says so, and as of which day. */
  source: z.enum(['distro-info', 'endoflife', 'debian', 'ubuntu']),
  as_of: z.iso.date(),
  /** A command that shows it on the server itself. */
  check: z.string(),
};

/** The release of the server's system gets no updates that cost nothing. */
const operatingSystem = z.strictObject({
  about: z.literal('operating_system'),
  ...known,
  system: z.enum(['debian', 'ubuntu', 'windows']),
  name: text,
  end: z.iso.date(),
  /** Until when updates can be paid for; null: they cannot. */
  paid_end: z.iso.date().nullable(),
  /** Its name in archives, such as `buster`; null of Windows. */
  series: text.nullable(),
  /** The releases through which it is upgraded, one after another. */
  upgrades: z.array(z.strictObject({ name: text, series: text })),
});

/** A line of releases that its makers have ended, of a program that comes from no distribution. */
const productLine = z.strictObject({
  about: z.literal('product_line'),
  ...known,
  name: text,
  end: z.iso.date(),
  /** The newest line; null: none is known. */
  newest: text.nullable(),
});

/** A vulnerability that is known to be exploited, which the distribution has not mended in what runs. */
const vulnerability = z.strictObject({
  about: z.literal('vulnerability'),
  ...known,
  name: text,
  version: text,
  cve: text,
  /** To extort money, too. */
  ransomware: z.boolean(),
  /** Whether a version mends it: for everybody, for those who pay, or none does. */
  fix: z.enum(['free', 'paid', 'none']),
  fixed_version: text.nullable(),
});

export const versionEvidence = z.discriminatedUnion('about', [operatingSystem, productLine, vulnerability]);
export type SystemEvidence = z.infer<typeof operatingSystem>;
export type VersionEvidence = z.infer<typeof versionEvidence>;
