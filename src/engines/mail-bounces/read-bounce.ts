import PostalMime, { type Attachment } from 'postal-mime';

/**
 * What a mail server reports of a mail that it had taken. - `dead`: there is no such address, or no more. - `soft`: it was not delivered
 * for a reason that may pass, such as a full mailbox. - `ours`: it was refused for what it is or for whom it came from, which says
 * nothing of the address. - `delayed`: it is still being tried. - `arrived`: it was delivered, or handed on.
 */
type BounceVerdict = 'dead' | 'soft' | 'ours' | 'delayed' | 'arrived';

export interface Bounce {
  readonly verdict: BounceVerdict;
  /** As RFC 3463 has it: `5.1.1`. */
  readonly status: string;
  /** What the server said, on one line. */
  readonly reason: string;
}

/** What came to the intake. */
interface BounceReport {
  /** Addresses that it may have come to, as its headers name them. */
  readonly recipients: readonly string[];
  /** Null: it is no delivery status notification (RFC 3464), such as an automatic answer. */
  readonly bounce: Bounce | null;
}

const maxNesting = 5;
const maxHeaderBytes = 64 * 1_024;
/** Of a report, what is looked at: ours are about one address. */
const maxReportBytes = 32 * 1_024;
const maxGroups = 20;
const maxRecipients = 20;
const maxReasonLength = 200;
/** Where mail servers note to which address a mail came. */
const recipientHeaders: ReadonlySet<string> = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to']);
const reportTypes: ReadonlySet<string> = new Set(['message/delivery-status', 'message/global-delivery-status']);

/** Reads a mail that came back, whatever it is. It never throws: strangers send it. */
export async function readBounce(message: Buffer): Promise<BounceReport> {
  try {
    const { headers, attachments } = await PostalMime.parse(message, {
      forceRfc822Attachments: true,
      maxNestingDepth: maxNesting,
      maxHeadersSize: maxHeaderBytes,
    });
    const recipients = headers
      .filter(({ key }) => recipientHeaders.has(key))
      .flatMap(({ value }) => addressesIn(value));
    const report = attachments.find(({ mimeType }) => reportTypes.has(mimeType));
    return { recipients: recipients.slice(0, maxRecipients), bounce: report ? bounceIn(textOf(report)) : null };
  } catch {
    return { recipients: [], bounce: null };
  }
}

function addressesIn(value: string): string[] {
  return value.slice(0, maxHeaderBytes).match(/[^\s<>,;:"()]{1,128}@[^\s<>,;:"()]{1,255}/g) ?? [];
}

function textOf({ content }: Attachment): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
  return bytes.subarray(0, maxReportBytes).toString('utf8');
}

/** The gravest of what it reports of its recipients, after a group about the mail itself. */
function bounceIn(report: string): Bounce | null {
  const groups = report.split(/\r?\n[ \t]*\r?\n/).slice(0, maxGroups);
  const bounces = groups.flatMap((group) => bounceOf(fieldsOf(group)) ?? []);
  const order: readonly BounceVerdict[] = ['dead', 'soft', 'ours', 'delayed', 'arrived'];
  return bounces.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))[0] ?? null;
}

function fieldsOf(group: string): ReadonlyMap<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
    }),
  );
}

function bounceOf(fields: ReadonlyMap<string, string>): Bounce | null {
  const action = fields
    .get('action')
    ?.split(/[\s(;]/)[0]
    ?.toLowerCase();
  const status = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(fields.get('status') ?? '');
  if (action === undefined || !fields.has('final-recipient')) return null;
  const diagnosis = (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;/, '');
  const reason = [...diagnosis.replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, maxReasonLength).join('');
  const code = status?.[0] ?? (action === 'failed' ? '5.0.0' : '');
  return {
    verdict: verdictOf(action, code),
    status: code,
    reason: reason || `The mail came back (${code || action}).`,
  };
}

function verdictOf(action: string, status: string): BounceVerdict {
  if (action === 'delayed') return 'delayed';
  if (action !== 'failed') return 'arrived';
  const [level, subject, detail] = status.split('.');
  if (level !== '5') return 'soft';
  // Of addresses, what is said of the sender's (5.1.7, 5.1.8) is not about the reader's.
  if (subject === '1') return detail === '7' || detail === '8' ? 'ours' : 'dead';
  // A mailbox that takes no mail any more; any other, such as a full one, may again.
  if (subject === '2') return detail === '1' ? 'dead' : 'soft';
  if (subject === '0') return 'dead';
  return subject === '3' || subject === '4' ? 'soft' : 'ours';
}
