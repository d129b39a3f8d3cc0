/**
 * Crafted TLS servers, judged by us and by openssl and testssl.sh: what we say is wrong with a server is what they say.
 * Everything happens on a loopback address.
 */

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isInstalled } from '../../../scripts/test-tools.ts';
import {
  createServiceIdentifier,
  type ServiceIdentifier,
} from '../../engines/service-identification/service-identifier.ts';
import type { IdentifiedService } from '../../engines/service-identification/service-identity.ts';
import { certificateCauses } from './evidence.ts';
import { certificateKey, judgeCertificate } from './judge-certificate.ts';
import { CraftedAuthority } from './testing/crafted-authority.ts';
import {
  type CraftedServer,
  craftedAddress,
  craftWorld,
  inTheClear,
  type Listening,
  listen,
  listenInTheClear,
} from './testing/crafted-servers.ts';
import { askOpenssl, type OpensslView } from './testing/openssl-oracle.ts';

/** A busy machine must not fail a test. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const openssl = isInstalled('openssl');
const testssl = openssl && isInstalled('testssl');
if (!openssl) process.stderr.write('\nSKIPPED: no openssl. That certificates are judged rightly is NOT tested.\n');
else if (!testssl)
  process.stderr.write('\nSKIPPED: no testssl.sh. That it judges certificates as we do is NOT tested.\n');

/** Waits end with the answer, however busy the machine is. */
const patient = { listenMs: 300, replyMs: 10_000, connectTimeoutMs: 30_000, portTimeoutMs: 120_000 };

describe.skipIf(!openssl)('crafted TLS servers', { tags: ['openssl'] }, () => {
  let authority: CraftedAuthority;
  let identifier: ServiceIdentifier;
  let rootsFile: string;
  let servers: readonly CraftedServer[];
  const listening = new Map<CraftedServer, Listening>();
  const identified = new Map<CraftedServer, IdentifiedService>();

  beforeAll(async () => {
    authority = new CraftedAuthority();
    const world = craftWorld(authority);
    const roots = world.roots.map(({ pem }) => pem);
    servers = world.servers;
    rootsFile = join(authority.directory, 'roots.pem');
    await writeFile(rootsFile, roots.join(''));
    identifier = createServiceIdentifier({ ...patient, roots });
    await Promise.all(servers.map(async (server) => listening.set(server, await listen(server))));
    await Promise.all(
      servers.map(async (server) => {
        const { port } = listening.get(server)!;
        const target = { address: craftedAddress, protocol: 'tcp', port, hostname: server.hostname } as const;
        identified.set(server, await identifier.identify(target));
      }),
    );
  });
  afterAll(async () => {
    await identifier?.close();
    await Promise.all([...listening.values()].map((server) => server.close()));
    authority?.remove();
  });

  /** What we find, as if the server listened where the public goes. */
  function causes(server: CraftedServer, now = new Date()): string[] {
    const seen = identified.get(server)!;
    const endpoint = { address: craftedAddress, hostname: server.hostname };
    const { found } = judgeCertificate({ ...seen, port: 443 }, endpoint, now);
    return certificateCauses.filter((cause) => found.some(({ key }) => key === certificateKey(443, cause)));
  }

  it('are at least sixty, and what we find wrong is what was made wrong', () => {
    expect(servers.length).toBeGreaterThanOrEqual(60);
    expect(servers.map((server) => [server.name, causes(server)])).toEqual(
      servers.map(({ name, wrong }) => [name, certificateCauses.filter((cause) => wrong.includes(cause))]),
    );
  });

  it('look to us as they look to openssl, and so does what is wrong with them, now and later', async () => {
    const views = await inTurns(servers, 4, async (server) => {
      const serverName = asciiName(server.hostname);
      const { port } = listening.get(server)!;
      return askOpenssl({ address: craftedAddress, port, serverName, rootsFile, directory: authority.directory });
    });
    expect(servers.map((server) => [server.name, ourView(identified.get(server)!)])).toEqual(
      servers.map((server, index) => [server.name, comparable(views[index]!)]),
    );
    for (const days of [0, 1, 5, 30, 340, 800]) {
      const now = new Date(Date.now() + days * 86_400_000);
      expect(servers.map((server) => [server.name, causes(server, now)])).toEqual(
        servers.map((server, index) => [server.name, expectedCauses(server, views[index]!, now)]),
      );
    }
  });

  it('that go on with TLS only when asked, or never, have no certificate to judge', async () => {
    for (const [name, speech] of Object.entries(inTheClear)) {
      const server = await listenInTheClear(speech);
      const seen = await identifier.identify({ address: craftedAddress, protocol: 'tcp', port: server.port });
      await server.close();
      expect([name, seen.tls, seen.tlsFacts]).toEqual([name, false, null]);
    }
  });

  /** A few of them: it takes ten seconds of computing for each. */
  it.skipIf(!testssl)('have the faults that testssl.sh finds', { tags: ['testssl.sh'] }, async () => {
    const sample: readonly (readonly [name: string, options: readonly string[]])[] = [
      ['expired, no intermediate, another name', ['-S']],
      ['self-signed', ['-S']],
      ['TLSv1 to TLSv1.2', ['-p']],
      ['TLSv1.2 to TLSv1.2', ['-p']],
    ];
    const faults = await inTurns(sample, 3, async ([name, options]) => {
      const server = servers.find((candidate) => candidate.name === name)!;
      return faultsByTestssl(options, asciiName(server.hostname)!, listening.get(server)!.port);
    });
    expect(sample.map(([name], index) => [name, faults[index]])).toEqual(
      sample.map(([name]) => [name, causes(servers.find((candidate) => candidate.name === name)!)]),
    );
  });

  async function faultsByTestssl(options: readonly string[], name: string, port: number): Promise<string[]> {
    const report = join(authority.directory, `testssl-${port}.json`);
    const quiet = ['--quiet', '--color', '0', '--warnings', 'off', '--nodns', 'none', '--assume-http'];
    const target = ['--add-ca', rootsFile, '--ip', craftedAddress, '--jsonfile', report, `${name}:${port}`];
    await new Promise<void>((resolve) => {
      const child = execFile('testssl', [...options, ...quiet, ...target], { timeout: 240_000 }, () => resolve());
      child.stdin?.end();
    });
    const entries = JSON.parse(await readFile(report, 'utf8')) as readonly {
      id: string;
      severity: string;
      finding: string;
    }[];
    const isBad = (id: string) =>
      entries.some((entry) => entry.id === id && ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'].includes(entry.severity));
    const ids = {
      expiry: ['cert_expirationStatus'],
      not_yet_valid: ['cert_notBefore'],
      // A certificate that nobody trusts has no right name (decision 19).
      name: entries.some(({ finding }) => /self signed/.test(finding)) ? [] : ['cert_trust'],
      chain: ['cert_chain_of_trust'],
      protocol: ['SSLv3', 'TLS1', 'TLS1_1'],
    };
    return certificateCauses.filter((cause) => ids[cause].some(isBad));
  }
});

function asciiName(hostname: string): string | null {
  return domainToASCII(hostname) || null;
}

/** What both can say, in the same words. */
function comparable({ protocol, acceptsObsolete, trust, nameMatches, addressMatches, ...view }: OpensslView) {
  const { fingerprint, keyBits, signatureAlgorithm } = view;
  return { protocol, acceptsObsolete, trust, nameMatches, addressMatches, fingerprint, keyBits, signatureAlgorithm };
}

function ourView({ tlsFacts }: IdentifiedService): ReturnType<typeof comparable> {
  const [leaf] = tlsFacts!.chain;
  return {
    protocol: tlsFacts!.protocol!,
    acceptsObsolete: tlsFacts!.obsoleteProtocol !== 'none',
    // Whose authority it is, openssl does not say.
    trust: tlsFacts!.trust === 'private_authority' ? 'incomplete' : tlsFacts!.trust!,
    nameMatches: tlsFacts!.nameMatches,
    addressMatches: tlsFacts!.addressMatches!,
    fingerprint: leaf!.sha256,
    // Ed25519 has but one size, which openssl says nevertheless.
    keyBits: leaf!.keyType === 'ed25519' ? '' : String(leaf!.keyBits),
    signatureAlgorithm: leaf!.signatureAlgorithm!,
  };
}

const dayMs = 86_400_000;

/** The rules of decision 19 on what openssl saw. */
function expectedCauses(server: CraftedServer, view: OpensslView, now: Date): string[] {
  const begins = Math.max(...view.validity.map(([beginsMs]) => beginsMs));
  const [firstBegins, firstEnds] = view.validity.reduce((first, next) => (next[1] < first[1] ? next : first));
  const leftMs = firstEnds - now.getTime();
  const leadsOn = view.trust === 'complete' || (view.trust === 'incomplete' && view.saysWhereIssuerIs);
  const isWeb = server.speaks === 'http';
  const wantsName = server.hostname !== '' && !server.hostname.endsWith('.lan');
  const onlyAddresses = view.subjectAltName.includes('IP Address:') && !view.subjectAltName.includes('DNS:');
  const wrong = {
    expiry: leftMs <= 30 * dayMs && leftMs <= (firstEnds - firstBegins) / 4,
    not_yet_valid: now.getTime() < begins,
    name: leadsOn && isWeb && (wantsName ? view.nameMatches === false : onlyAddresses && !view.addressMatches),
    chain: isWeb && view.trust !== 'complete',
    protocol: view.acceptsObsolete,
  };
  return certificateCauses.filter((cause) => wrong[cause]);
}

/** So many at a time. */
async function inTurns<T, R>(items: readonly T[], atOnce: number, task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
