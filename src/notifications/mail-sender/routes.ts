import { z } from 'zod';
import { email, timestamp } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { InvalidInput, Problem } from '../../core/api/problems.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { SenderResolver } from '../../engines/mail-authentication/check-sender.ts';
import { checkMailSender, senderChecksPerMinute } from './check-mail-sender.ts';
import { lastTest } from './last-test.ts';
import { findMailSender, type MailSender, senderRecords } from './mail-sender-record.ts';
import { removeMailSender } from './remove-mail-sender.ts';
import type { SenderKeys } from './sender-keys.ts';
import { setMailSender } from './set-mail-sender.ts';

export interface MailSenderTools {
  readonly keys: SenderKeys;
  readonly resolver: SenderResolver;
  /** MAIL_FROM; null: no mail is sent. */
  readonly operatorAddress: string | null;
}

/** The address that the account's mail comes from. */
export function mailSenderRoutes(tools: MailSenderTools): RouteDeclaration[] {
  return [read(tools), set(tools), check(tools), remove()];
}

const path = '/api/v1/mail-sender';

const record = z.strictObject({ type: z.literal('TXT'), name: z.string(), value: z.string() });
const checked = z.strictObject({
  state: z.enum(['present', 'missing', 'wrong', 'unknown']).meta({
    description: 'unknown: it was not looked up yet, or the name servers gave no answer that can be relied on.',
  }),
  found: z.array(z.string()).meta({ description: 'The records of that kind that the last look found.' }),
  problem: z.string().nullable().meta({ description: 'What is wrong with what was found. Null: nothing is known.' }),
});
const lookedUp = checked.extend({ record: record.meta({ description: 'What has to be added to the DNS.' }) });

const resource = z
  .strictObject({
    address: z.string().meta({ description: 'Where mail comes from while the status is verified.' }),
    status: z.enum(['pending', 'verified', 'failing']).meta({
      description:
        'verified: all records are there, mail comes from the address. pending: they never were; failing: one of them is gone. Mail comes from the address of the installation then, and answers go to support_email.',
    }),
    spf: lookedUp.meta({
      description:
        "The domain's SPF record has to include the domain that the installation sends from, by itself or by what it includes. Which addresses that one names is not looked at.",
    }),
    dkim: lookedUp.meta({ description: 'The key that mail from the address is signed with has to be in the DNS.' }),
    dmarc: lookedUp.meta({
      description: 'The domain, or the registered one above it, has to have a DMARC record, of any policy.',
    }),
    created_at: timestamp,
    verified_at: timestamp.nullable().meta({ description: 'When all records were there first. Null: never.' }),
    checked_at: timestamp.nullable(),
  })
  .meta({ id: 'MailSender' });

function toResource(sender: MailSender, operatorAddress: string): z.output<typeof resource> {
  const records = senderRecords(sender, operatorAddress);
  const part = (kind: keyof typeof records) => {
    const { state, found, problem } = sender.checks?.[kind] ?? { state: 'unknown', found: [], problem: null };
    return { state, found: [...found], problem, record: records[kind] };
  };
  return {
    address: sender.address,
    status: sender.status,
    spf: part('spf'),
    dkim: part('dkim'),
    dmarc: part('dmarc'),
    created_at: sender.created_at.toISOString(),
    verified_at: sender.verified_at?.toISOString() ?? null,
    checked_at: sender.checked_at?.toISOString() ?? null,
  };
}

const answer = successEnvelope(z.strictObject({ sender: resource }));

function read({ operatorAddress }: MailSenderTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'getMailSender',
    group: groups.identity,
    summary: 'The address that mail of the account comes from, and the DNS records that let it.',
    responses: {
      200: successEnvelope(
        z.strictObject({
          default_address: z.string().nullable().meta({
            description: 'Where mail comes from otherwise. Null: the installation sends no mail.',
          }),
          sender: resource.nullable().meta({ description: 'Null: the account has no address of its own.' }),
          test_seen_at: timestamp.nullable().meta({
            description:
              'When somebody pressed the button of a test mail last, which came from where mail comes from now. Null: nobody did, or the audit log does not go back that far.',
          }),
        }),
      ),
    },
    problems: [],
    async handle({ operation }) {
      const sender = operatorAddress === null ? undefined : await findMailSender(operation);
      const { seenAt } = await lastTest(operation);
      const data = {
        default_address: operatorAddress,
        sender: sender && operatorAddress !== null ? toResource(sender, operatorAddress) : null,
        test_seen_at: seenAt?.toISOString() ?? null,
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function set({ keys, operatorAddress }: MailSenderTools): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [path],
    operationId: 'setMailSender',
    group: groups.identity,
    stepUp: true,
    summary: 'Set the address that mail of the account shall come from; it does once the DNS records are there.',
    description:
      'Another address of the same domain keeps the key and what was proved. Another domain gets a key of its own.',
    body: z.object({ address: email }),
    responses: { 200: answer },
    problems: [],
    async handle({ operation, body }) {
      if (operatorAddress === null)
        throw new InvalidInput({
          address: ['The address field has no effect: e-mail is not set up on this installation.'],
        });
      const sender = await setMailSender(operation, keys, body.address);
      return reply(200, success({ sender: toResource(sender, operatorAddress) }, operation.clock.now()));
    },
  });
}

function check({ resolver, operatorAddress }: MailSenderTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/check`],
    operationId: 'checkMailSender',
    group: groups.identity,
    summary: 'Look the DNS records of the sender up now.',
    description: `Up to ${senderChecksPerMinute} a minute. What was proved is looked up daily, and hourly while a record is missing.`,
    responses: { 200: answer },
    problems: ['MAIL_SENDER_NOT_FOUND'],
    async handle({ operation }) {
      if (operatorAddress === null) throw new Problem('MAIL_SENDER_NOT_FOUND');
      const sender = await checkMailSender(operation, resolver, operatorAddress);
      return reply(200, success({ sender: toResource(sender, operatorAddress) }, operation.clock.now()));
    },
  });
}

function remove(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [path],
    operationId: 'removeMailSender',
    group: groups.identity,
    summary: "Let mail come from the installation's address again; the key is forgotten.",
    responses: { 204: emptyAnswer },
    problems: ['MAIL_SENDER_NOT_FOUND'],
    async handle({ operation }) {
      await removeMailSender(operation);
      return reply(204, null);
    },
  });
}
