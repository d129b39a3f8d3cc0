import { setSandboxMode } from '../../src/identity/partners/sandbox-mode.ts';
import { type ApiAnswer, ApiClient } from './api-client.ts';
import { systemOperation } from './scan-steps.ts';
import type { TestPartner, TestService } from './test-service.ts';

/** A client whose every request is about the account's sandbox. */
export class SandboxClient extends ApiClient {
  override send(...[method, path, body, headers]: Parameters<ApiClient['send']>): Promise<ApiAnswer> {
    return super.send(method, path, body, { 'x-service-sandbox': 'true', ...headers });
  }
}

/** Turns sandbox mode on, as the operator's command does, and returns a client of the sandbox. */
export async function enableSandbox(service: TestService, partner: TestPartner): Promise<SandboxClient> {
  await setSandboxMode(systemOperation(service, partner), true);
  return new SandboxClient(service.url, partner.portalDomain, partner.apiKey);
}
