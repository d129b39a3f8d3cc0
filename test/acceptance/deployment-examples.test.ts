import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { isInstalled } from '../../scripts/test-tools.ts';
import { misspeltVariables, parseConfig } from '../../src/installation/config.ts';

const ops = resolve(import.meta.dirname, '../../ops');
const read = (path: string) => readFileSync(join(ops, path), 'utf8');

/** Ports and listeners that the image sets; a variable of an example takes the place of them. */
const image = Object.fromEntries(
  /^ENV (.*)$/m
    .exec(read('container/Dockerfile'))![1]!
    .split(' ')
    .map((setting) => setting.split('=') as [string, string]),
);

/** Files of secrets are not here: what they hold stands for them. */
function expectAccepted(environment: Readonly<Record<string, string>>): void {
  const { DATABASE_URL_FILE, SECRET_KEY_FILE, ...rest } = environment;
  expect([DATABASE_URL_FILE, SECRET_KEY_FILE].every((file) => file!.startsWith('/run/secrets/'))).toBe(true);
  const given = { DATABASE_URL: 'postgresql://breakwater@database/breakwater', SECRET_KEY: 'x'.repeat(40) };
  const config = parseConfig({ ...image, ...rest, ...given });
  expect(config.evaluation).toBe(false);
  expect(misspeltVariables({ ...image, ...environment })).toEqual([]);
}

/** With a passphrase instead of the file that holds it. */
function withPassphrase({ BACKUP_PASSPHRASE_FILE, ...rest }: Record<string, string>): Record<string, string> {
  expect(BACKUP_PASSPHRASE_FILE).toMatch(/^\/run\/secrets\//);
  return { ...rest, BACKUP_PASSPHRASE: 'a passphrase of several words' };
}

interface Container {
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean; readonly capabilities: object };
}

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds
type KubernetesObject = any;

describe('the Kubernetes manifests', () => {
  const models: Record<string, new (data: KubernetesObject) => { validate(): void }> = {
    ConfigMap,
    CronJob,
    Deployment,
    Ingress,
    NetworkPolicy,
    PersistentVolumeClaim,
    PodDisruptionBudget,
    Service,
    ServiceAccount,
  };
  const objects: KubernetesObject[] = parseAllDocuments(read('kubernetes/breakwater.yaml')).map((each) => each.toJS());
  const named = (kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const containerOf = (name: string): Container => named('Deployment', name).spec.template.spec.containers[0];

  it.each(objects.map((object) => [object.kind, object.metadata.name, object]))(
    '%s %s is as the API has it',
    (kind, _name, object) => {
      new models[kind]!(object).validate();
      expect(object.metadata.namespace).toBe('breakwater');
      const mistaken = { ...structuredClone(object), metadata: { name: 1 } };
      expect(() => new models[kind]!(mistaken).validate()).toThrow('must be string');
    },
  );

  it('set what the program reads, and nothing else', () => {
    expectAccepted(named('ConfigMap', 'breakwater').data);
  });

  it.each(['api', 'worker'])(
    'ask %s at the ports that the image has, write nowhere, and give no right but that of raw sockets',
    (role) => {
      const container = containerOf(role);
      expect(container.args).toEqual(['serve', '--role', role]);
      const ports = new Map(container.ports.map(({ name, containerPort }) => [name, String(containerPort)]));
      expect(ports.get('operations')).toBe(image.OPERATIONS_PORT);
      if (role === 'api') expect(ports.get('http')).toBe(image.PORT);
      const probes = (['startup', 'liveness', 'readiness'] as const).map((name) => container[`${name}Probe`]!.httpGet);
      expect(probes.map(({ path }) => path)).toEqual(['/livez', '/livez', '/readyz']);
      expect(probes.every(({ port }) => port === 'operations')).toBe(true);
      expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
      expect(container.securityContext.capabilities).toEqual({
        drop: ['ALL'],
        ...(role === 'worker' ? { add: ['NET_RAW'] } : {}),
      });
    },
  );

  it('make a backup with the database, the key and a passphrase, as a user without any right', () => {
    const { spec } = named('CronJob', 'backup').spec.jobTemplate.spec.template;
    const [container] = spec.containers;
    const environment = Object.fromEntries(
      container.env.map(({ name, value }: Record<string, string>) => [name, value]),
    );
    expectAccepted(withPassphrase(environment));
    expect(container.command.at(-1)).toMatch(/^breakwater backup "\/backups\//);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    const claimed = spec.volumes.flatMap((volume: KubernetesObject) => volume.persistentVolumeClaim?.claimName ?? []);
    expect(claimed).toEqual([named('PersistentVolumeClaim', 'backups').metadata.name]);
  });

  it('lead from the ingress to the pods that answer', () => {
    const { service } = named('Ingress', 'portal').spec.rules[0].http.paths[0].backend;
    const { selector, ports } = named('Service', service.name).spec;
    const labels = named('Deployment', 'api').spec.template.metadata.labels;
    expect(labels).toMatchObject(selector);
    expect(ports[0].name).toBe(service.port.name);
    expect(containerOf('api').ports.map(({ name }) => name)).toContain(ports[0].targetPort);
  });
});

describe('the compose file', () => {
  const compose = parse(read('container/compose.yaml'), { merge: true });
  const services: [string, KubernetesObject][] = Object.entries(compose.services);

  it('names no network, volume or secret that it does not define', () => {
    const used = (kind: string) => services.flatMap(([, service]) => service[kind] ?? []);
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(used('networks')));
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(used('secrets')));
    const volumes = used('volumes').map((volume: string) => volume.split(':')[0]!);
    for (const volume of volumes) {
      if (volume.startsWith('.')) expect(existsSync(join(ops, 'container', volume))).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(volume);
    }
    for (const [, service] of services)
      for (const other of Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {}))
        expect(Object.keys(compose.services)).toContain(other);
  });

  it('has its secrets read by their readers alone', () => {
    const modes = [...read('container/compose.yaml').matchAll(/chmod (\d+) secrets/g)].map(([, mode]) => mode);
    expect(modes).toEqual(['440']);
  });

  it.each(['api', 'worker'])('runs two of %s, which write nowhere, with what the program reads', (role) => {
    const service = compose.services[role];
    expect(service.command).toEqual(['serve', '--role', role]);
    expect(service.deploy.replicas).toBe(2);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
    expectAccepted({ ...service.environment, PUBLIC_URL: 'https://security.acme.example' });
  });

  it('makes a backup into a pipe, where somebody asks for it', () => {
    const { backup } = compose.services;
    expect(backup).toMatchObject({
      profiles: ['backup'],
      command: ['backup', '-'],
      read_only: true,
      cap_drop: ['ALL'],
    });
    expectAccepted(withPassphrase(backup.environment));
    expect(backup.secrets).toContain('backup-passphrase');
  });

  it('lets nobody outside reach the database', () => {
    expect(compose.networks.inside).toEqual({ internal: true });
    const reached = services.filter(([, service]) => service.ports !== undefined).map(([name]) => name);
    expect(reached).toEqual(['proxy']);
    for (const name of ['database', 'redis']) expect(compose.services[name].networks).toEqual(['inside']);
    expect(compose.services.api.environment.TRUST_PROXY).toBe(compose.networks.proxy.ipam.config[0].subnet);
  });

  it.skipIf(!isInstalled('caddy'))('has a configuration that Caddy takes', { tags: ['caddy'] }, async () => {
    const file = join(ops, 'container/Caddyfile');
    const caddy = promisify(execFile)('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], {
      env: { ...process.env, PORTAL: 'security.acme.example' },
    });
    const { stdout } = await caddy;
    expect(JSON.stringify(JSON.parse(stdout))).toContain('"host":["security.acme.example"]');
  });
});
