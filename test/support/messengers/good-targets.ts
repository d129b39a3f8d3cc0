import type { TargetFields, TargetType } from '../../../src/engines/messengers/targets.ts';

/** A target of each type that the fakes take. */
export const goodTargets: Readonly<Record<TargetType, TargetFields>> = {
  slack: { url: 'https://hooks.slack.com/services/T0001/B0001/abcdefghijklmnop' },
  teams: {
    url: `https://x.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=${'s'.repeat(500)}`,
  },
  discord: { url: 'https://discord.com/api/webhooks/123456789/token-of-the_webhook' },
  telegram: { token: '123456789:AAEabcdefghijklmnopqrstuvwxyz-12345', chat_id: '-1001234567890', thread_id: 7 },
  pagerduty: { token: '0123456789abcdef0123456789abcdef', region: 'eu' },
  opsgenie: { token: '01234567-89ab-cdef-0123-456789abcdef' },
  ntfy: { topic: 'acme-alerts', token: 'tk_0123456789' },
  mattermost: { url: 'https://chat.example.com/hooks/abcdefghij' },
  rocketchat: { url: 'https://rocket.example.com/hooks/abcdefghij/klmnopqrst' },
};
