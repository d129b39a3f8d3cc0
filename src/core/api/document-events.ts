import type { z } from 'zod';
import type { JsonSchema } from './document-examples.ts';

/** By type of event the `data` that it has. Each is registered under a name. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

interface DocumentOfEvents {
  webhooks?: Record<string, object>;
  readonly components?: { readonly schemas?: Record<string, JsonSchema> };
}

const headers = {
  'webhook-id': "The event's id, the same on every attempt and in `GET /api/v1/events`.",
  'webhook-timestamp': 'When this attempt began, in seconds since 1970. Refuse what is more than five minutes off.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` in base64; several, apart by blanks, while the secret rotates.',
};
const id = { type: 'string', format: 'uuid', description: 'The webhook-id of every webhook that tells of it.' };

/**
 * Describes what webhooks post, and `Event`, which lists of events hold, as one of that with its id. What is listed is not held against it:
 * an event stays as it was told, also by an older version.
 */
export function describeEvents(document: DocumentOfEvents, events: EventSchemas): void {
  const types = Object.entries(events);
  document.webhooks = Object.fromEntries(
    types.map(([type, data]) => [type, { post: request(type, object(bodyOf(type, data))) }]),
  );
  const schemas = document.components?.schemas ?? {};
  schemas.Event = { oneOf: types.map(([type, data]) => object({ id, ...bodyOf(type, data) })) };
}

function bodyOf(type: string, data: z.ZodType): Record<string, JsonSchema> {
  return {
    type: { type: 'string', const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    data: { $ref: `#/components/schemas/${data.meta()!.id}` },
  };
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function request(type: string, schema: JsonSchema) {
  return {
    operationId: type.replace(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
    tags: ['Webhooks'],
    summary: `${type} happened.`,
    description: 'Posted to each webhook that wants events of this type, signed as Standard Webhooks 1.0.0 has it.',
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken. Anything else, and no answer within 15 seconds, is tried again later.' },
      410: { description: 'The receiver wants no more: the webhook is disabled.' },
    },
    security: [],
  };
}
