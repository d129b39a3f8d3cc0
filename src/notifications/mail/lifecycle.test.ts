import { describe, expect, it } from 'vitest';
import { getsAlerts, type RecipientTrigger, recipientMove, recipientStatuses } from './lifecycle.ts';

const triggers: readonly RecipientTrigger[] = ['ask', 'trust', 'confirm', 'unsubscribe', 'refuse'];

describe('what an address goes through', () => {
  it.each(recipientStatuses)('%s: unsubscribing ends the mail', (status) => {
    expect(recipientMove(status, 'unsubscribe') ?? status).toBe('unsubscribed');
  });

  it('who has unsubscribed gets alerts only by a new confirmation, or by the word of the billing system', () => {
    const straightBack = triggers.filter((trigger) => recipientMove('unsubscribed', trigger) === 'active');
    expect(straightBack).toEqual(['trust']);
    expect(recipientMove('unsubscribed', 'ask')).toBe('pending');
  });

  it('no trigger but trust and confirm makes an address active', () => {
    for (const status of recipientStatuses.filter((candidate) => !getsAlerts(candidate))) {
      const leading = triggers.filter((trigger) => recipientMove(status, trigger) === 'active');
      for (const trigger of leading) expect(['trust', 'confirm'], status).toContain(trigger);
    }
  });

  it.each(triggers)('%s, repeated, changes nothing more', (trigger) => {
    for (const status of recipientStatuses) {
      const after = recipientMove(status, trigger) ?? status;
      expect(recipientMove(after, trigger)).toBeNull();
    }
  });

  it('a refusal of the mail server does not undo that somebody unsubscribed', () => {
    expect(recipientMove('unsubscribed', 'refuse')).toBeNull();
    expect(['pending', 'active'].map((status) => recipientMove(status as 'pending', 'refuse'))).toEqual([
      'failing',
      'failing',
    ]);
  });
});
