import { expect, it } from 'vitest';
import { trialCommand } from './trial-command.ts';

it('the command that tries a key goes to the key’s domain, by the scheme and port of the console', () => {
  const made = { portal_domain: '127.0.0.1', api_key: 'bwk_live_x' };
  expect(trialCommand(made, { protocol: 'http:', port: '8080' })).toContain('http://127.0.0.1:8080/api/v1/account');
  const ours = { ...made, portal_domain: 'portal.example.com' };
  expect(trialCommand(ours, { protocol: 'https:', port: '' })).toContain('https://portal.example.com/api/v1/account');
});
