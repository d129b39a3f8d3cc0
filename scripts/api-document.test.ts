import { describe, expect, it } from 'vitest';
import { ApiDocument, type Json } from '../test/support/api-document.ts';
import { isOpen, isOwn, repeatable } from '../test/support/operation-groups.ts';
import { apiDocument } from './api-document.ts';

const document: Json = await apiDocument();
const judge = new ApiDocument(document);
const { operations } = judge;

/** Groups whose operations the sandbox header does not change. */
const isInOneWorld = /^(Channels|Pricing|Sandbox|Session|Administrator|Console|Identity|Health)$/;

describe('the document', () => {
  it('is OpenAPI 3.1', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: expect.any(String) },
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('describes exactly the operations that there are', () => {
    const both = (action: string) => [`POST /api/v1/billing/${action}`, `POST /api/v1/provisioning/${action}`];
    const states = ['suspend', 'resume', 'terminate'];
    expect(operations.map(({ name }) => name).toSorted()).toEqual(
      [
        ...['provision', ...states].flatMap(both),
        ...['provision', ...states, 'update'].flatMap((action) => both(`${action}-domain`)),
        ...['provision', ...states, 'change'].flatMap((action) => both(`${action}-subscription`)),
        'POST /api/v1/billing/release-domain',
        'POST /api/v1/billing/sync-services',
        'POST /api/v1/billing/scan-endpoint',
        'POST /api/v1/billing/pricing',
        'DELETE /api/v1/billing/pricing',
        'GET /api/v1/endpoints',
        'POST /api/v1/endpoints',
        ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/endpoints/{endpoint}`),
        'GET /api/v1/endpoints/{endpoint}/detail',
        'GET /api/v1/endpoints/{endpoint}/scans',
        'GET /api/v1/endpoints/{endpoint}/services',
        'GET /api/v1/endpoints/{endpoint}/vantage-points',
        'GET /api/v1/scans/{scan}',
        'GET /api/v1/alerts',
        'GET /api/v1/alerts/summary',
        'GET /api/v1/alerts/endpoint-summary',
        'GET /api/v1/alerts/{id}',
        'GET /api/v1/alerts/{id}/remediation',
        ...['resolve', 'acknowledge', 'false-positive', 'reopen'].map((action) => `POST /api/v1/alerts/{id}/${action}`),
        'GET /api/v1/monitoring/alerts',
        'GET /api/v1/monitoring/alerts/{id}',
        ...['GET', 'POST'].map((method) => `${method} /api/v1/monitoring/alerts/{id}/check`),
        ...['acknowledge', 'false-positive', 'resolve', 'reopen'].map(
          (action) => `POST /api/v1/monitoring/alerts/{id}/${action}`,
        ),
        'POST /api/v1/monitoring/alerts/actions',
        'GET /api/v1/monitoring/overview',
        'GET /api/v1/monitoring/causes',
        'GET /api/v1/monitoring/port-groups',
        ...['GET', 'POST'].map((method) => `${method} /api/v1/monitoring/public-services`),
        'GET /api/v1/domain-monitoring/domains/{id}/posture',
        'PUT /api/v1/domain-monitoring/domains/{id}',
        ...['GET', 'PUT'].map((method) => `${method} /api/v1/domain-monitoring/record-template`),
        ...['domains', 'domains/{id}', 'leaked-credentials', 'dark-web', 'alerts', 'alerts/{id}', 'summary'].map(
          (path) => `GET /api/v1/domain-monitoring/${path}`,
        ),
        ...[
          'domains/{id}/verification',
          'domains/{id}/verification/check',
          'alerts/{id}/acknowledge',
          'alerts/{id}/resolve',
        ].map((path) => `POST /api/v1/domain-monitoring/${path}`),
        'GET /api/v1/whitelists',
        'POST /api/v1/whitelists',
        ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/whitelists/{id}`),
        'POST /api/v1/firewall/ingest',
        'GET /api/v1/notifications/settings',
        'PUT /api/v1/notifications/settings',
        'POST /api/v1/notifications/recipients',
        'DELETE /api/v1/notifications/recipients/{id}',
        'PUT /api/v1/notifications/recipients/{id}',
        ...['GET', 'POST'].map((method) => `${method} /api/v1/channels`),
        ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/channels/{id}`),
        'POST /api/v1/channels/{id}/test',
        'GET /api/v1/sandbox/scenarios',
        'GET /api/v1/sandbox/scenario',
        'PUT /api/v1/sandbox/scenario',
        'POST /api/v1/sandbox/scan',
        'GET /api/v1/sandbox/clock',
        'POST /api/v1/sandbox/clock',
        'POST /api/v1/sandbox/reset',
        'POST /api/v1/sso/token',
        'GET /api/v1/account',
        'PUT /api/v1/account/sandbox',
        ...['GET', 'POST', 'DELETE'].map((method) => `${method} /api/v1/session`),
        ...['POST', 'DELETE'].map((method) => `${method} /api/v1/session/view`),
        'PUT /api/v1/session/language',
        'POST /api/v1/session/proof',
        'GET /api/v1/administrator',
        'PUT /api/v1/administrator/password',
        'POST /api/v1/administrator/second-factor',
        'POST /api/v1/administrator/second-factor/confirm',
        'DELETE /api/v1/administrator/second-factor',
        'GET /api/v1/administrator/second-factor',
        'POST /api/v1/administrator/passkeys',
        'POST /api/v1/administrator/passkeys/confirm',
        'DELETE /api/v1/administrator/passkeys/{id}',
        ...['passkey', 'passkey/options'].map((action) => `POST /api/v1/session/${action}`),
        ...['GET', 'PUT'].map((method) => `${method} /api/v1/settings/second-factor`),
        'GET /api/v1/administrator/sessions',
        'DELETE /api/v1/administrator/sessions/{id}',
        'PUT /api/v1/administrators/{id}/role',
        'GET /api/v1/invitations',
        'POST /api/v1/invitations',
        'POST /api/v1/invitations/{id}/resend',
        'DELETE /api/v1/invitations/{id}',
        ...['invitation', 'invitation/look', 'password-reset', 'password-reset/complete'].map(
          (action) => `POST /api/v1/session/${action}`,
        ),
        ...['administrators', 'keys', 'portal-domains'].flatMap((list) => [
          `GET /api/v1/${list}`,
          `POST /api/v1/${list}`,
          `DELETE /api/v1/${list}/{id}`,
        ]),
        'POST /api/v1/keys/{id}/rotate',
        'GET /api/v1/keys/{id}/requests',
        'GET /api/v1/keys/{id}/requests/{request_id}',
        'POST /api/v1/portal-domains/{id}/check',
        'POST /api/v1/portal-domains/{id}/reach',
        'GET /api/v1/branding',
        'PUT /api/v1/branding',
        'GET /api/v1/mail-sender',
        'PUT /api/v1/mail-sender',
        'POST /api/v1/mail-sender/check',
        'POST /api/v1/mail-sender/test',
        'DELETE /api/v1/mail-sender',
        'GET /api/v1/webhooks',
        'POST /api/v1/webhooks',
        ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/webhooks/{id}`),
        ...['rotate-secret', 'test', 'replay'].map((action) => `POST /api/v1/webhooks/{id}/${action}`),
        'GET /api/v1/webhooks/{id}/deliveries',
        'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}',
        'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/retry',
        'GET /api/v1/upgrade',
        'GET /api/v1/plans',
        'DELETE /api/v1/customers/{billing_customer_id}/sessions',
        'GET /api/v1/settings/customer-additions',
        'PUT /api/v1/settings/customer-additions',
        'GET /api/v1/settings/weekly-summary',
        'PUT /api/v1/settings/weekly-summary',
        'DELETE /api/v1/plans/port_monitoring/{plan_slug}',
        'PUT /api/v1/plans/port_monitoring/{plan_slug}',
        'GET /api/v1/billing/pricing',
        'GET /api/v1/prices',
        'GET /api/v1/audit',
        'GET /api/v1/events',
        'GET /api/v1/customers',
        'GET /api/v1/customers/{billing_customer_id}',
        'GET /api/v1/customers/{billing_customer_id}/servers',
        'PUT /api/v1/customers/{billing_customer_id}',
        'PUT /api/v1/customers/{billing_customer_id}/services/{service_id}',
        'POST /api/v1/customers/{billing_customer_id}/merge',
        'POST /api/v1/customers/{billing_customer_id}/services/{service_id}/transfer',
        'GET /api/v1/usage',
        'GET /api/v1/reports/monthly',
        'GET /api/v1/reports/exposure',
        'GET /api/v1/services',
        'GET /api/v1/subscriptions',
        'GET /api/v1/health',
      ].toSorted(),
    );
  });

  it('every reference leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<Json>((value, name) => value?.[name], document);
      expect(target, reference).toBeDefined();
    }
  });

  it('every operation has an id of its own, a summary, a known tag and described answers', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map((tag: Json) => tag.name);
    for (const { name, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z0-9]+$/);
      expect(operation.summary, name).toMatch(/\w/);
      expect(tags, name).toEqual(expect.arrayContaining(operation.tags));
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        expect(`${name} ${status}`).toMatch(/ [2-5]\d\d$/);
        expect(response.description, name).toEqual(expect.any(String));
        const contentTypes = status === '204' ? [] : ['application/json'];
        if (name === 'GET /api/v1/reports/monthly' && status === '200') contentTypes.push('application/pdf');
        expect(Object.keys(response.content ?? {}), name).toEqual(contentTypes);
      }
    }
  });

  it('every operation, parameter and field of a request or an answer is described, and paging tells its defaults', () => {
    const undescribed: string[] = [];
    const visit = (schema: Json, where: string): void => {
      for (const [field, property] of Object.entries<Json>(schema.properties ?? {})) {
        if (!property.description && !property.$ref) undescribed.push(`${where} ${field}`);
        visit(property, `${where} ${field}`);
      }
      const { items, additionalProperties: others, anyOf = [], oneOf = [], allOf = [] } = schema;
      for (const each of [items, others, ...anyOf, ...oneOf, ...allOf]) if (each instanceof Object) visit(each, where);
    };
    for (const { name, operation } of operations) {
      if (!operation.description) undescribed.push(name);
      for (const parameter of operation.parameters ?? []) {
        if (!parameter.description) undescribed.push(`${name} ${parameter.name}`);
        const saysOtherwise = /^Takes the place of|Left out: /.test(parameter.description);
        if (/^(per_page|page|limit|offset)$/.test(parameter.name) && !saysOtherwise)
          expect(parameter.schema.default, `${name} ${parameter.name}`).toEqual(expect.any(Number));
      }
      if (operation.requestBody) visit(operation.requestBody.content['application/json'].schema, name);
      for (const { content = {} } of Object.values<Json>(operation.responses))
        for (const { schema } of Object.values<Json>(content)) visit(schema, name);
    }
    for (const [name, schema] of Object.entries<Json>(document.components.schemas)) visit(schema, name);
    expect(undescribed).toEqual([]);
  });

  it('has no bound that is only that of integers in JavaScript, and examples of numbers that tell something', () => {
    expect(JSON.stringify(document)).not.toContain(`"minimum":${Number.MIN_SAFE_INTEGER}`);
    const answers = operations.flatMap(({ operation }) => Object.values<Json>(operation.responses));
    const examples = answers.flatMap(({ content = {} }) => Object.values<Json>(content).map(({ example }) => example));
    const numbers = JSON.stringify(examples).match(/:\d+(?=[,}])/g)!;
    expect(numbers.length).toBeGreaterThan(500);
    expect(numbers.filter((number) => number === ':1').length / numbers.length).toBeLessThan(1 / 3);
  });

  it('every request and answer of success has an example that its schema allows, and so have text and numbers that are asked for', () => {
    const untold: string[] = [];
    const visit = (schema: Json, where: string): void => {
      const isOpen = /string|integer|number/.test(`${schema.type}`) && !schema.enum && !schema.format;
      if (isOpen && schema.default === undefined && !schema.examples) untold.push(where);
      for (const [field, property] of Object.entries<Json>(schema.properties ?? {}))
        visit(property, `${where} ${field}`);
      if (schema.items) visit(schema.items, where);
    };
    for (const each of operations) {
      const { name, operation } = each;
      expect(judge.exampleViolations(each), name).toEqual([]);
      // It stands for text that nobody has shown.
      expect(JSON.stringify(operation), name).not.toContain('"…"');
      for (const parameter of operation.parameters ?? []) visit(parameter.schema, `${name} ${parameter.name}`);
      if (operation.requestBody) visit(operation.requestBody.content['application/json'].schema, name);
    }
    expect(untold).toEqual([]);
  });

  it('answers may grow: none of their objects is closed, and only few requests refuse fields that they do not know', () => {
    const closed = operations.filter(({ operation }) =>
      JSON.stringify(operation).includes('"additionalProperties":false'),
    );
    expect(closed.map(({ name }) => name)).toEqual([
      'POST /api/v1/billing/sync-services',
      'DELETE /api/v1/billing/pricing',
    ]);
    for (const { operation } of closed)
      expect(JSON.stringify(operation.responses)).not.toContain('"additionalProperties":false');
    expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
  });

  it('security is told of every operation, and the headers of rate limits of every answer that has them', () => {
    for (const { name, operation } of operations) {
      expect(operation.security, name).toEqual(expect.any(Array));
      const unlimited = /^Sandbox$/.test(operation.tags[0]);
      for (const [status, response] of Object.entries<Json>(operation.responses))
        expect('X-RateLimit-Limit' in response.headers, `${name} ${status}`).toBe(!unlimited && status !== '401');
    }
  });

  it('an alias says what it is an alias of', () => {
    const aliases = operations.filter(({ operation }) => /Alias\d$/.test(operation.operationId));
    expect(aliases.length).toBeGreaterThan(5);
    for (const { operation } of aliases)
      expect(operation.description).toContain(`Another path of \`${operation.operationId.replace(/Alias\d$/, '')}\``);
  });

  it('path parameters are declared, required and ids; others are in the query, but for the headers of repeats and of the sandbox', () => {
    for (const candidate of operations) {
      const { name, path, operation } = candidate;
      const parameters: Json[] = operation.parameters ?? [];
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => `{${parameter.name}}`).toSorted(), name).toEqual(
        [...path.matchAll(/\{\w+\}/g)].map(([text]) => text).toSorted(),
      );
      for (const parameter of inPath) {
        const id = { type: 'integer', minimum: 1 };
        const named: Json = { billing_customer_id: id, service_id: id, plan_slug: { type: 'string' } };
        const schema = named[parameter.name] ?? { type: 'string', format: 'uuid' };
        expect(parameter, name).toMatchObject({ required: true, schema });
      }
      const elsewhere = parameters.filter((parameter) => !['path', 'query'].includes(parameter.in));
      const inBothWorlds = !isInOneWorld.test(operation.tags[0]);
      const expected = [
        ...(repeatable(candidate) ? [{ in: 'header', name: 'Idempotency-Key', required: false }] : []),
        ...(inBothWorlds ? [{ in: 'header', name: 'X-Service-Sandbox', required: false }] : []),
      ];
      expect(elsewhere, name).toMatchObject(expected);
    }
  });

  it('every operation but health and the session needs the key or a session, and can be throttled', () => {
    for (const candidate of operations) {
      const { name, operation } = candidate;
      expect(operation.responses, name).toHaveProperty('429');
      const session = [{ session: [] }];
      const security = isOwn(candidate) ? session : [{ apiKey: [] }, ...session];
      expect(operation.security, name).toEqual(isOpen(candidate) ? [] : security);
    }
  });

  it('a body that may be left out is not said to be required', () => {
    for (const { name, operation } of operations) {
      const schema = operation.requestBody?.content['application/json'].schema;
      if (!schema) continue;
      expect(operation.requestBody.required ?? false, name).toBe((schema.required ?? []).length > 0);
    }
  });

  it('both namespaces are described alike', () => {
    for (const { path, operation } of operations.filter((candidate) => candidate.path.includes('/provisioning/'))) {
      const { operationId: _alias, description: _other, ...alias } = operation;
      const {
        operationId: _first,
        description: _same,
        ...first
      } = document.paths[path.replace('provisioning', 'billing')].post;
      expect(alias).toEqual(first);
    }
  });
});
