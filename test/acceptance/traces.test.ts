import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { MailServer } from '../support/mail-server.ts';
import { exposeServer, mailIsQuiet, newClientId } from '../support/notifications.ts';
import { nextScan } from '../support/scans.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** As OTLP writes a span in JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
  readonly events: readonly {
    readonly name: string;
    readonly attributes: readonly {
      readonly key: string;
      readonly value: { readonly arrayValue?: { readonly values: readonly { readonly stringValue: string }[] } };
    }[];
  }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const spans: Span[] = [];
const services = new Set<string | undefined>();
const scanner = new ScriptedScanner();
let collector: Server;
let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;

/** What operators register, and a collector that takes OTLP by HTTP. */
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
  // As `node --import` does.
  await import(pathToFileURL(resolve('ops/opentelemetry/register.mjs')).href);
  mailServer = await MailServer.start();
  service = await TestService.start({ scanner, environment: mailServer.environment });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
  collector?.close();
});

async function exported(name: string, matches: (span: Span) => boolean = () => true): Promise<Span> {
  return (await eventually(
    `a span ${name}`,
    async () => spans.find((span) => span.name === name && matches(span)) ?? false,
  )) as Span;
}

it('a trace leads from the request over its scan and the alerts to the mail, and each part goes on with the one before', async () => {
  const clientId = newClientId();
  const email = `jane-${clientId}@example.org`;
  const first = await exposeServer(partner, scanner, clientId, [3306]);
  expectSuccess(await partner.api.post('/api/v1/sso/token', { client_id: clientId, client_email: email }), 201);

  scanner.script(first.address, host({ open: [3306, 6379] }));
  service.clock.advanceSeconds(3_600);
  const before = spans.length;
  const order = { client_id: clientId, endpoint_id: first.endpointId };
  expectSuccess(await partner.api.post('/api/v1/billing/scan-endpoint', order), 202);
  await nextScan(partner.api, first.endpointId);
  await eventually('the alert is gathered', async () => spans.slice(before).some(({ name }) => name === 'new alerts'));
  service.clock.advanceSeconds(120);
  await mailIsQuiet(service);
  expect(mailServer.mailsTo(email)).toHaveLength(1);

  const request = await exported('scanEndpoint');
  const inTrace = ({ traceId }: Span) => traceId === request.traceId;
  const scan = await exported('scan', inTrace);
  const gathering = await exported('new alerts', inTrace);
  const mail = await exported('mail', inTrace);
  expect([scan, gathering, mail].map(({ parentSpanId }) => parentSpanId)).toEqual([
    request.spanId,
    scan.spanId,
    gathering.spanId,
  ]);
  const { alerts } = (await partner.api.get(`/api/v1/alerts?endpoint_id=${first.endpointId}`)).body.data;
  const { id } = alerts.find(({ port }: { port: number }) => port === 6379);
  const [changed] = scan.events.filter((event) => event.name === 'alerts changed');
  const opened = changed!.attributes.find(({ key }) => key === 'breakwater.opened')!.value.arrayValue!.values;
  expect(opened.map(({ stringValue }) => stringValue)).toEqual([id]);
  expect([...services]).toEqual(['breakwater']);
});
