import { z } from 'zod';
import type { SecretFormat } from '../../common/secret-format.ts';
import { hostOf, type Mention, readMention } from './domain-match.ts';
import type { CredentialLeakKind, DarkWebMention, LeakedCredential } from './leak-source.ts';
import { leakTime } from './leak-time.ts';
import { readClaim } from './ransomware-claim.ts';
import { readableList } from './readable-list.ts';
import { cleanList, mailAddress, printableLine, quotableText } from './untrusted-text.ts';

/** Keyed HMAC of a secret, in hex. */
export type DigestSecret = (secret: string) => string;

/** What is kept of an object of a feed: enough to compare it with any domain, and no secret. */
export type FeedRecord =
  | {
      readonly type: 'credential';
      readonly mailDomain: string | null;
      readonly finding: Omit<LeakedCredential, 'isOwnMailbox'>;
    }
  | {
      readonly type: 'mention';
      readonly mention: Mention;
      readonly finding: Omit<DarkWebMention, 'matchType' | 'confidence'>;
    };

const mostObjects = 1_000;
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** MISP has many types of attributes and objects, of which a few are read here. */
const anyReadable = 0;

const attributeSchema = z.object({
  object_relation: z.string().nullish(),
  type: z.string().nullish(),
  value: text,
  deleted: z.boolean().nullish(),
});
const objectSchema = z.object({
  name: z.string(),
  deleted: z.boolean().nullish(),
  Attribute: readableList(attributeSchema, anyReadable).default([]),
});

/** An event's file, in the MISP core format (draft-dulaunoy-misp-core-format), as far as it is read here. */
export const feedEventSchema = z.object({
  Event: z.object({
    info: text.catch(''),
    date: z.string().nullish().catch(null),
    Tag: readableList(z.object({ name: z.string() }), anyReadable).default([]),
    Attribute: readableList(attributeSchema, anyReadable).default([]),
    Object: readableList(objectSchema, anyReadable).default([]),
  }),
});
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** An object's values by relation, without those that were deleted. */
class ObjectValues {
  readonly #values = new Map<string, string[]>();

  constructor(object: z.infer<typeof objectSchema>) {
    for (const { object_relation: relation, value, deleted } of object.Attribute) {
      if (relation == null || deleted) continue;
      this.#values.set(relation, [...(this.#values.get(relation) ?? []), value]);
    }
  }

  all(relation: string): readonly string[] {
    return this.#values.get(relation) ?? [];
  }

  /** Of the first relation that has one. */
  first(...relations: readonly string[]): string | null {
    for (const relation of relations) {
      const [value] = this.all(relation);
      if (value !== undefined) return value;
    }
    return null;
  }
}

/** What an event's objects have in common. */
interface EventContext {
  readonly info: string;
  readonly date: string | null;
  readonly malwareFamily: string | null;
  readonly ransomwareGroup: string | null;
  /** RansomLook's own feed has the post's address beside the object. */
  readonly link: string | null;
}

/**
 * Objects of the kinds credential, leaked-document, paste and ransomware-group-post (github.com/MISP/misp-objects), the first
 * thousand of an event. Secrets become digests; without `digestSecret` nothing is left of them.
 */
export function readEvent({ Event: event }: FeedEvent, digestSecret: DigestSecret | null): FeedRecord[] {
  const context: EventContext = {
    info: event.info,
    date: event.date ?? null,
    malwareFamily: galaxyTag(event.Tag, /^misp-galaxy:(?:stealer|malpedia)="(.{1,100})"$/i),
    ransomwareGroup: galaxyTag(event.Tag, /^misp-galaxy:ransomware="(.{1,100})"$/i),
    link: event.Attribute.find(({ type, deleted }) => type === 'link' && !deleted)?.value ?? null,
  };
  return event.Object.filter(({ deleted }) => !deleted)
    .slice(0, mostObjects)
    .flatMap((object) => readObject(object.name, new ObjectValues(object), context, digestSecret));
}

function readObject(
  kind: string,
  values: ObjectValues,
  context: EventContext,
  digestSecret: DigestSecret | null,
): FeedRecord[] {
  switch (kind) {
    case 'credential':
      return credentials(values, context, digestSecret);
    case 'paste':
      return [paste(values, context)];
    case 'leaked-document':
      return [leakedDocument(values, context)];
    case 'ransomware-group-post':
      return ransomwareGroupPost(values, context);
    default:
      return [];
  }
}

function galaxyTag(tags: readonly { readonly name: string }[], form: RegExp): string | null {
  for (const { name } of tags) {
    const value = form.exec(name)?.[1];
    if (value !== undefined) return printableLine(value, 100);
  }
  return null;
}

/** One for each secret, or one when secrets are not told apart. */
function credentials(values: ObjectValues, context: EventContext, digestSecret: DigestSecret | null): FeedRecord[] {
  const identity = mailAddress(values.first('username', 'email') ?? '');
  const passwords = values.all('password');
  const secretPresent = passwords.length > 0;
  const digests = digestSecret === null || !secretPresent ? [null] : passwords.map(digestSecret);
  const [site] = ['url', 'link', 'domain', 'hostname']
    .map((relation) => hostOf(values.first(relation) ?? ''))
    .filter(Boolean);
  return digests.map((secretDigest) => ({
    type: 'credential',
    mailDomain: identity && hostOf(identity),
    finding: {
      type: 'leaked_credential',
      kind: credentialKind(values.first('origin')),
      breachName: printableLine(context.info, 200),
      identity,
      unnamedIdentities: 0,
      dataClasses: cleanList(values.all('type')),
      secretPresent,
      secretFormat: secretPresent ? secretFormat(values.first('format')) : null,
      secretDigest,
      malwareFamily: context.malwareFamily,
      loginSite: site ?? null,
      occurredAt: null,
      publishedAt: leakTime(context.date),
    },
  }));
}

/** What analysts take out of malware was taken from its victims. */
function credentialKind(origin: string | null): CredentialLeakKind {
  return origin === 'malware-analysis' || origin === 'memory-analysis' ? 'stealer_log' : 'breach';
}

function secretFormat(format: string | null): SecretFormat {
  switch (format) {
    case 'clear-text':
      return 'clear_text';
    case 'hashed':
    case 'encrypted':
      return format;
    default:
      return 'unknown';
  }
}

/** Text of pastes and documents is compared, never quoted: it is what was stolen. */
function paste(values: ObjectValues, context: EventContext): FeedRecord {
  const title = values.first('title') ?? context.info;
  return {
    type: 'mention',
    mention: readMention({ site: null, title, text: values.first('paste') }),
    finding: {
      type: 'dark_web',
      kind: 'paste',
      actor: printableLine(values.first('username'), 100),
      title: quotableText(title, 300) ?? 'Paste',
      excerpt: null,
      sourceUrl: printableLine(values.first('url', 'link'), 2_000),
      claimedAt: leakTime(values.first('first-seen')),
      publishedAt: leakTime(context.date),
    },
  };
}

/** Documents are leaked to put pressure on their owners, or handed around: only the first has a kind of its own. */
function leakedDocument(values: ObjectValues, context: EventContext): FeedRecord {
  const title = values.first('document-name') ?? context.info;
  const contents = [...values.all('origin'), ...values.all('document-text'), context.info].join('\n');
  return {
    type: 'mention',
    mention: readMention({ site: null, title, text: contents }),
    finding: {
      type: 'dark_web',
      kind: values.all('objective').includes('Extortion') ? 'ransomware_claim' : 'forum',
      actor: context.ransomwareGroup,
      title: quotableText(title, 300) ?? 'Leaked document',
      excerpt: null,
      sourceUrl: printableLine(values.first('url', 'link', 'archive'), 2_000),
      claimedAt: leakTime(values.first('first-seen')),
      publishedAt: leakTime(context.date),
    },
  };
}

function ransomwareGroupPost(values: ObjectValues, context: EventContext): FeedRecord[] {
  const claim = readClaim({
    group: values.first('ransomware-group') ?? context.ransomwareGroup,
    title: values.first('title', 'entity-name') ?? context.info,
    site: values.first('website'),
    description: values.first('description'),
    url: values.first('leak-site-url', 'link') ?? context.link,
    claimedAt: values.first('date-published', 'date'),
    publishedAt: context.date,
  });
  return claim === null ? [] : [{ type: 'mention', ...claim }];
}
