import { z } from 'zod';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { sendTestMail, testMailsPerMinute } from './send-test-mail.ts';

/** @param mailAvailable whether the operator has set up a mail server */
export function testMailRoutes(mailAvailable: boolean): RouteDeclaration[] {
  return [
    route({
      method: 'POST',
      paths: ['/api/v1/mail-sender/test'],
      operationId: 'sendTestMail',
      group: groups.identity,
      summary: 'Send the signed-in administrator a mail as customers get it.',
      description: `Up to ${testMailsPerMinute} a minute. Its button says that it has arrived: \`test_seen_at\` of the sender. Mails load nothing, so nothing else tells.`,
      responses: {
        202: successEnvelope(z.strictObject({ address: z.string().meta({ description: 'Where it goes.' }) })),
      },
      problems: ['MAIL_NOT_AVAILABLE'],
      async handle({ operation }) {
        const address = await sendTestMail(operation, mailAvailable);
        return reply(202, success({ address }, operation.clock.now()));
      },
    }),
  ];
}
