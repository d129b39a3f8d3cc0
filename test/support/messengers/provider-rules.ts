import { type FakeAnswer, firstBroken, isText, type ReceivedRequest, type Rules } from './fake-destination.ts';

/** An entity or a tag of Slack and nothing that looks like one. */
const slackText = (text: string) => /^([^&<>]|&(amp|lt|gt);|<https?:[^<>|\s]+\|[^<>|]*>)*$/.test(text);
// biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes
type Json = any;

export const slackRules: Rules = ({ body, path }) => {
  if (!path.startsWith('/services/')) return { status: 404, body: 'no_service' };
  if (body === null) return { status: 400, body: 'invalid_payload' };
  if (!isText(body.text, 4_000)) return { status: 400, body: 'no_text' };
  const blocks: Json[] = body.blocks ?? [];
  const good = blocks.every(({ type, text, elements, fields }: Json) =>
    type === 'header'
      ? text.type === 'plain_text' && isText(text.text, 150)
      : type === 'section'
        ? text.type === 'mrkdwn' && isText(text.text, 3_000) && slackText(text.text) && (fields ?? []).length <= 10
        : type === 'context' && elements.length <= 10 && elements.every((element: Json) => isText(element.text, 3_000)),
  );
  if (blocks.length > 50 || !good || !slackText(body.text)) return { status: 400, body: 'invalid_blocks' };
  return { status: 200, body: 'ok' };
};

export const teamsRules: Rules = ({ body, bytes }) => {
  const card = body?.attachments?.[0];
  const good =
    bytes <= 21_000 &&
    body?.type === 'message' &&
    card?.contentType === 'application/vnd.microsoft.card.adaptive' &&
    card.content.type === 'AdaptiveCard' &&
    card.content.version === '1.4' &&
    card.content.body.length > 0 &&
    (card.content.actions as Json[]).every(({ type, url }) => type === 'Action.OpenUrl' && URL.canParse(url));
  return good ? { status: 202 } : { status: 400, body: { error: { code: 'InvalidRequest' } } };
};

export const discordRules: Rules = ({ body, path, query }) => {
  if (!/^\/api\/webhooks\/\d+\/[\w-]+$/.test(path))
    return { status: 404, body: { message: 'Unknown Webhook', code: 10_015 } };
  // Without it nobody is told of errors.
  if (query.get('wait') !== 'true') return { status: 204 };
  const embeds: Json[] = body?.embeds ?? [];
  const texts = embeds.flatMap(({ title, description, footer }) => [title, description, footer?.text]);
  const broken = firstBroken({
    username: isText(body?.username, 80) && !/discord|clyde/i.test(body.username),
    embeds: embeds.length > 0 && embeds.length <= 10,
    title: embeds.every(({ title }) => isText(title, 256)),
    description: embeds.every(({ description }) => isText(description, 4_096)),
    footer: embeds.every(({ footer }) => isText(footer.text, 2_048)),
    color: embeds.every(({ color }) => Number.isInteger(color) && color >= 0 && color <= 0xffffff),
    all: texts.join('').length <= 6_000,
    mentions: body?.allowed_mentions?.parse?.length === 0,
  });
  if (broken) return { status: 400, body: { code: 50_035, message: 'Invalid Form Body', errors: { [broken]: {} } } };
  return { status: 200, body: { id: '1' } };
};

/** Tags that our HTML has, balanced, and entities. */
function isTelegramHtml(text: string): boolean {
  const open: string[] = [];
  for (const [, closes, name, attributes] of text.matchAll(/<(\/?)([a-z]+)([^<>]*)>/g)) {
    if (!['b', 'a', 'code'].includes(name!) || (name === 'a' && !closes && !/^ href="[^"<>]*"$/.test(attributes!)))
      return false;
    if (!closes) open.push(name!);
    else if (open.pop() !== name) return false;
  }
  const rest = text.replaceAll(/<\/?[a-z]+[^<>]*>/g, '');
  return open.length === 0 && /^([^&<>]|&(amp|lt|gt|quot);)*$/.test(rest);
}

/** @param chats ids that were upgraded, and what they are by now */
export function telegramRules(chats: ReadonlyMap<string, string>): Rules {
  const refuse = (error_code: number, description: string, parameters?: object): FakeAnswer => ({
    status: error_code,
    body: { ok: false, error_code, description, ...(parameters && { parameters }) },
  });
  return ({ body, path }) => {
    if (!/^\/bot\d+:[\w-]+\/sendMessage$/.test(path)) return refuse(404, 'Not Found');
    const moved = chats.get(String(body?.chat_id));
    if (moved)
      return refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: Number(moved),
      });
    if (body?.chat_id === '-404') return refuse(400, 'Bad Request: chat not found');
    if (body?.chat_id === '-403') return refuse(403, 'Forbidden: bot was kicked from the group chat');
    const plain = String(body?.text ?? '').replaceAll(/<[^<>]*>/g, '');
    if (!isText(body?.text, 16_384) || plain.length > 4_096) return refuse(400, 'Bad Request: message is too long');
    if (body.parse_mode === 'HTML' && !isTelegramHtml(body.text))
      return refuse(400, "Bad Request: can't parse entities");
    return { status: 200, body: { ok: true, result: { message_id: 1 } } };
  };
}

export type PagerState = 'open' | 'resolved';

/** PagerDuty's state machine, by routing key and deduplication key. */
export class PagerDutyRules {
  readonly incidents = new Map<string, PagerState>();
  /** Resolves of what was not open: they are dropped. */
  dropped = 0;

  readonly rules: Rules = ({ body, bytes }) => {
    const { routing_key, event_action, dedup_key, payload } = body ?? {};
    const errors = firstBroken({
      size: bytes <= 512_000,
      routing_key: typeof routing_key === 'string' && routing_key.length === 32,
      dedup_key: isText(dedup_key, 255),
      event_action: ['trigger', 'acknowledge', 'resolve'].includes(event_action),
      summary: event_action !== 'trigger' || isText(payload?.summary, 1_024),
      source: event_action !== 'trigger' || isText(payload?.source, 1_024),
      severity: event_action !== 'trigger' || ['critical', 'error', 'warning', 'info'].includes(payload?.severity),
    });
    if (errors) return { status: 400, body: { status: 'invalid event', errors: [errors] } };
    const key = `${routing_key} ${dedup_key}`;
    if (event_action === 'trigger') this.incidents.set(key, 'open');
    else if (this.incidents.get(key) === 'open') this.incidents.set(key, 'resolved');
    else this.dropped += 1;
    return { status: 202, body: { status: 'success', dedup_key } };
  };

  count(state: PagerState): number {
    return [...this.incidents.values()].filter((known) => known === state).length;
  }
}

/** Opsgenie's alerts by alias. */
export class OpsgenieRules {
  readonly alerts = new Map<string, PagerState>();

  readonly rules: Rules = (request) => {
    const { body, path, headers, query } = request;
    if (!headers.authorization?.startsWith('GenieKey '))
      return { status: 401, body: { message: 'Could not authenticate' } };
    const closed = /^\/v2\/alerts\/([^/]+)\/close$/.exec(path)?.[1];
    if (closed) {
      if (query.get('identifierType') !== 'alias') return { status: 422, body: { message: 'identifierType' } };
      this.alerts.set(decodeURIComponent(closed), 'resolved');
      return { status: 202, body: { result: 'Request will be processed' } };
    }
    if (path !== '/v2/alerts' || !isOpsgenieAlert(request))
      return { status: 422, body: { message: 'Request body is not processable' } };
    this.alerts.set(body.alias, 'open');
    return { status: 202, body: { result: 'Request will be processed' } };
  };
}

function isOpsgenieAlert({ body }: ReceivedRequest): boolean {
  return (
    isText(body?.message, 130) &&
    isText(body.alias, 512) &&
    isText(body.description, 15_000) &&
    isText(body.source, 100, 0) &&
    /^P[1-5]$/.test(body.priority)
  );
}

export const ntfyRules: Rules = ({ body, path, bytes }) => {
  if (path !== '/') return { status: 404, body: { code: 40_401, http: 404, error: 'page not found' } };
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(body?.topic))
    return { status: 400, body: { code: 40_009, http: 400, error: 'invalid topic' } };
  const good =
    bytes <= 32_768 &&
    isText(body.title, 1_000) &&
    isText(body.message, 4_096) &&
    Buffer.byteLength(body.message) <= 4_096 &&
    body.priority >= 1 &&
    body.priority <= 5 &&
    body.actions.length <= 3;
  return good
    ? { status: 200, body: { id: 'x' } }
    : { status: 400, body: { code: 40_017, http: 400, error: 'invalid JSON' } };
};

export const mattermostRules: Rules = ({ body, path }) => {
  if (!path.includes('/hooks/')) return { status: 404, body: { id: 'web.incoming_webhook.invalid.app_error' } };
  const attachments: Json[] = body?.attachments ?? [];
  const good =
    isText(body?.text, 16_383) &&
    JSON.stringify(attachments).length <= 65_000 &&
    attachments.every(
      ({ title, text, color, fallback }) =>
        isText(title, 1_000) && isText(text, 8_000, 0) && isText(fallback, 1_000) && /^#[0-9a-f]{6}$/.test(color),
    );
  return good ? { status: 200, body: 'ok' } : { status: 400, body: { message: 'Unable to parse incoming data' } };
};
