import { createServiceIdentifier } from '../../src/engines/service-identification/service-identifier.ts';
import type { ServiceIdentity } from '../../src/engines/service-identification/service-identity.ts';

export interface OurRun {
  readonly seconds: number;
  readonly identities: ReadonlyMap<number, ServiceIdentity>;
}

/** Identifies all ports of 127.0.0.1 with the identifier's default limits. */
export async function identifyAll(ports: readonly number[]): Promise<OurRun> {
  const identifier = createServiceIdentifier();
  const startedAtMs = performance.now();
  const identities = await Promise.all(
    ports.map(async (port) => {
      const target = { address: '127.0.0.1', protocol: 'tcp', port } as const;
      return [port, await identifier.identify(target)] as const;
    }),
  );
  const seconds = (performance.now() - startedAtMs) / 1000;
  await identifier.close();
  return { seconds, identities: new Map(identities) };
}

/** What differs from the truth, in words; empty when nothing does. */
export function mistakes(identity: ServiceIdentity, truth: Partial<ServiceIdentity>): string[] {
  return Object.entries(truth)
    .filter(([field, value]) => identity[field as keyof ServiceIdentity] !== value)
    .map(([field, value]) => `${field} should be ${value}`);
}
