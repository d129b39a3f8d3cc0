import { describe, expect, it } from 'vitest';
import type { Recogniser, Recognition } from '../recogniser.ts';
import recorded from '../testing/real-daemon-replies.json' with { type: 'json' };
import { recognisers } from './registry.ts';

/**
 * What the daemons of bench/service-identification (Debian 12) said: unasked, or to the probe of the recogniser `asked`,
 * and then to each further request. Cut after the bytes that matter.
 */
interface RecordedConversation {
  readonly daemon: string;
  readonly port: number;
  readonly asked: string | null;
  readonly replies: readonly ({ readonly text: string } | { readonly hex: string })[];
  readonly expected: Partial<Recognition>;
}
const conversations = recorded as unknown as readonly RecordedConversation[];

function repliesOf({ replies }: RecordedConversation): readonly Buffer[] {
  return replies.map((reply) => ('hex' in reply ? Buffer.from(reply.hex, 'hex') : Buffer.from(reply.text, 'latin1')));
}

/** As identify-port.ts does: who was asked reads first, then all in their order; each further reply goes on from there. */
function recognise(conversation: RecordedConversation): Recognition | null {
  const target = { address: '127.0.0.1', port: conversation.port, userAgent: 'test' };
  const [first, ...further] = repliesOf(conversation);
  const asked = recognisers.find(({ service, probe }) => service === conversation.asked && probe);
  const readers = recognisers.map((recogniser: Recogniser) => recogniser.unasked?.(first!, target));
  let known = asked?.probe?.reply?.(first!, target) ?? readers.find(Boolean) ?? null;
  for (const reply of further) known = known?.followUp?.read(reply) ?? known;
  return known;
}

const greetedBy220 = new Set(['smtp', 'lmtp', 'ftp', 'ftps', 'dict']);

describe('what a real daemon said is recognised', () => {
  it.each(conversations.map((conversation) => [conversation.daemon, conversation.expected.service, conversation]))(
    '%s: %s',
    (_daemon, _service, conversation) => {
      const { service, product, version, operatingSystem, unauthenticated } = conversation.expected;
      expect(recognise(conversation)).toMatchObject({ service });
      const {
        followUp: _f,
        tentative: _t,
        banner: _b,
        title: _title,
        purpose: _p,
        stated: _s,
        ...known
      } = recognise(conversation)!;
      expect(known).toEqual({ service, product, version, operatingSystem, unauthenticated });
    },
  );

  it('and by nobody else where the daemon spoke first', () => {
    for (const conversation of conversations.filter(({ asked }) => asked === null)) {
      const [first] = repliesOf(conversation);
      const target = { address: '127.0.0.1', port: 1, userAgent: 'test' };
      const readers = recognisers.filter((recogniser) => recogniser.unasked?.(first!, target));
      const services = new Set(readers.map(({ service }) => service));
      // The vague 220 greetings are rows behind the telling ones, and only the further replies tell them apart.
      const isVague = greetedBy220.has(conversation.expected.service!);
      // Who is behind all the others reads what they did not.
      const others = [...services].filter(
        (service) => ![conversation.expected.service, 'introduction'].includes(service),
      );
      expect(others.filter((service) => !isVague || !greetedBy220.has(service))).toEqual([]);
    }
  });
});
