import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { isInstalled } from '../../scripts/test-tools.ts';
import { buildProgram } from '../../src/commands/program.ts';
import { misspeltVariables, parseConfig } from '../../src/installation/config.ts';
import { version } from '../../src/installation/version.ts';

const repository = resolve(import.meta.dirname, '../..');
const ops = join(repository, 'ops');
const chart = join(ops, 'helm/breakwater');
const read = (path: string) => readFileSync(join(ops, path), 'utf8');
const about = parse(read('helm/breakwater/Chart.yaml'));
const defaults = parse(read('helm/breakwater/values.yaml'));
const manifest = parseAllDocuments(read('kubernetes/breakwater.yaml')).map((each) => each.toJS());

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds
type KubernetesObject = any;

const models: Record<string, new (data: KubernetesObject) => { validate(): void }> = {
  ConfigMap,
  CronJob,
  Deployment,
  Ingress,
  Job,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
};

/** @param values take the place of the chart's, switch by switch */
function render(values: Record<string, object> = {}): KubernetesObject[] {
  const merged = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const own = values[name];
      return [name, own === undefined ? value : { ...(value as object), ...own }];
    }),
  );
  const data = {
    Values: merged,
    Release: { Name: 'acme', Namespace: 'security' },
    Chart: { AppVersion: about.appVersion },
  };
  const output = execFileSync(
    'go',
    ['run', join(repository, 'test/support/render-chart.go'), join(chart, 'templates')],
    {
      input: JSON.stringify(data),
      encoding: 'utf8',
      env: { ...process.env, GO111MODULE: 'off', GOFLAGS: '' },
    },
  );
  return parseAllDocuments(output).flatMap((each) => each.toJS() ?? []);
}

const podOf = ({ kind, spec }: KubernetesObject) =>
  kind === 'CronJob' ? spec.jobTemplate.spec.template : ['Deployment', 'Job'].includes(kind) ? spec.template : null;
const selects = (selector: KubernetesObject, labels: Record<string, string>) =>
  Object.entries(selector.matchLabels ?? {}).every(([name, value]) => labels[name] === value) &&
  (selector.matchExpressions ?? []).every(({ key, values }: KubernetesObject) => values.includes(labels[key]));

describe.skipIf(!isInstalled('go'))('the Helm chart', { tags: ['golang-go'] }, () => {
  const monitored = isInstalled('go')
    ? render({ serviceMonitor: { enabled: true, labels: { team: 'security' } } })
    : [];
  const named = (kind: string, name: string) =>
    monitored.find((object) => object.kind === kind && object.metadata.name === name);

  it('makes objects as the API has them, in the namespace of its release', () => {
    expect(monitored.map(({ kind }) => kind).toSorted()).toEqual(
      [
        ...['ConfigMap', 'CronJob', 'Deployment', 'Deployment', 'Ingress', 'Job'],
        ...['NetworkPolicy', 'NetworkPolicy', 'NetworkPolicy', 'PersistentVolumeClaim', 'PodDisruptionBudget'],
        ...['Service', 'Service', 'ServiceMonitor'],
      ].toSorted(),
    );
    for (const object of monitored) {
      expect(object.metadata.namespace).toBe('security');
      if (object.kind !== 'ServiceMonitor') new models[object.kind]!(object).validate();
    }
  });

  it('sets what the program reads, and nothing else', () => {
    const [container] = podOf(named('Deployment', 'acme-api')).spec.containers;
    const files = Object.fromEntries(container.env.map(({ name, value }: Record<string, string>) => [name, value]));
    const environment: Record<string, string> = { ...named('ConfigMap', 'acme').data, ...files };
    expect(misspeltVariables(environment)).toEqual([]);
    const { DATABASE_URL_FILE, SECRET_KEY_FILE, ...rest } = environment;
    for (const file of [DATABASE_URL_FILE, SECRET_KEY_FILE])
      expect(file).toMatch(/^\/run\/secrets\/breakwater\/[a-z-]+$/);
    const given = { DATABASE_URL: 'postgresql://breakwater@database/breakwater', SECRET_KEY: 'x'.repeat(40) };
    expect(parseConfig({ ...rest, ...given }).evaluation).toBe(false);
  });

  it('starts what the program has: its commands, at the ports that probes ask', async () => {
    const commands = (await buildProgram([])).commands.map((command) => command.name());
    for (const object of monitored.filter((each) => podOf(each) !== null)) {
      const [container] = podOf(object).spec.containers;
      expect(container.image).toBe(`registry.example.com/breakwater:${version}`);
      const command = container.args?.[0] ?? /^breakwater (\w+)/.exec(container.command.at(-1))?.[1];
      expect(commands).toContain(command);
      const ports = (container.ports ?? []).map(({ name }: { name: string }) => name);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        if (container[probe]) expect(ports).toContain(container[probe].httpGet.port);
    }
  });

  it('has the pods of the plain manifests: probes, ports, rights and where they write', () => {
    for (const role of ['api', 'worker']) {
      const plain = podOf(manifest.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === role)).spec;
      const own = podOf(named('Deployment', `acme-${role}`)).spec;
      expect(own.securityContext).toEqual(plain.securityContext);
      expect(own.volumes).toEqual(plain.volumes);
      expect(own.terminationGracePeriodSeconds).toBe(plain.terminationGracePeriodSeconds);
      const parts = ['args', 'ports', 'resources', 'securityContext', 'volumeMounts', 'startupProbe', 'livenessProbe'];
      for (const part of parts) expect([part, own.containers[0][part]]).toEqual([part, plain.containers[0][part]]);
    }
  });

  it('lets Prometheus alone reach health and metrics, and has a policy for every pod', () => {
    const policies = monitored.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
    const pods = monitored.flatMap((object) => podOf(object) ?? []);
    expect(pods).toHaveLength(4);
    for (const { metadata } of pods) {
      const own = policies.filter(({ podSelector }) => selects(podSelector, metadata.labels));
      expect(own).toHaveLength(1);
      expect(own[0].policyTypes).toContain('Ingress');
      const reached = (own[0].ingress ?? []).flatMap(({ from, ports }: KubernetesObject) =>
        ports.map(({ port }: { port: string }) => `${port} ${from === undefined ? 'anybody' : 'monitoring'}`),
      );
      const role = metadata.labels['app.kubernetes.io/component'];
      const wanted = { api: ['http anybody', 'operations monitoring'], worker: ['operations monitoring'] };
      expect(reached).toEqual(wanted[role as keyof typeof wanted] ?? []);
    }
  });

  it('is scraped pod by pod, under the job that rules name', () => {
    const { spec: monitor, metadata } = named('ServiceMonitor', 'acme');
    expect(metadata.labels).toEqual({ team: 'security' });
    const service = named('Service', 'acme-operations');
    expect(selects(monitor.selector, service.metadata.labels)).toBe(true);
    expect(read('prometheus/alerts.yml')).toContain(`up{job="${service.metadata.labels[monitor.jobLabel]}"}`);
    expect(monitor.endpoints.map(({ port }: { port: string }) => port)).toEqual([service.spec.ports[0].name]);
    const scraped = monitored
      .flatMap((object) => podOf(object) ?? [])
      .filter(({ metadata: { labels } }) => selects({ matchLabels: service.spec.selector }, labels));
    const asked = scraped.filter(({ spec }) =>
      spec.containers[0].ports?.some(({ name }: { name: string }) => name === service.spec.ports[0].targetPort),
    );
    expect(asked).toHaveLength(2);
    // Customers are sent to the other service.
    expect(selects(monitor.selector, named('Service', 'acme').metadata.labels ?? {})).toBe(false);
  });

  it('brings the schema along before the nodes of a release, with nothing that the release makes', () => {
    const job = named('Job', 'acme-migrate');
    expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const { spec } = podOf(job);
    expect(spec.containers[0].envFrom).toBeUndefined();
    expect(spec.volumes.map(({ secret, emptyDir }: KubernetesObject) => secret?.secretName ?? emptyDir)).toEqual([
      'breakwater',
      {},
      {},
    ]);
  });

  it('has workers without a right, and leaves out what is switched off', () => {
    const off = { enabled: false };
    const objects = render({
      worker: { rawSockets: false },
      migrate: off,
      backup: off,
      ingress: off,
      networkPolicy: off,
    });
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(
      ['ConfigMap', 'Deployment', 'Deployment', 'PodDisruptionBudget', 'Service'].toSorted(),
    );
    const worker = podOf(objects.find(({ metadata }) => metadata.name === 'acme-worker')).spec;
    expect(worker.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    expect(worker.containers[0].securityContext.capabilities).toEqual({ drop: ['ALL'] });
  });
});
