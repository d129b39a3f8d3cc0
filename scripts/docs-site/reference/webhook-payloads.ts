import type { ApiDocument } from '../../api-document.ts';
import { type Field, fieldsOf } from './fields.ts';

/** What is posted of one type of event. */
export interface WebhookPayload {
  /** The anchor on the page. */
  readonly id: string;
  readonly type: string;
  readonly summary: string;
  readonly fields: readonly Field[];
  readonly example: unknown;
}

export function webhookPayloads({ webhooks, components: { schemas } }: ApiDocument): WebhookPayload[] {
  return Object.entries(webhooks).map(([type, { post }]) => {
    const { schema, example } = post.requestBody!.content['application/json']!;
    return { id: post.operationId, type, summary: post.summary, fields: fieldsOf(schema, schemas), example };
  });
}
