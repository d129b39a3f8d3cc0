/** What a scan says of services that ask nobody for a password, and of the same services when they ask for one. */

import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import recorded from '../../src/engines/service-identification/testing/real-daemon-replies.json' with { type: 'json' };
import { loopbackAddress } from '../support/listeners.ts';
import { nextScan, provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { TestService } from '../support/test-service.ts';

/** What the real daemon said, reply by reply. */
function repliesOf(daemon: string): readonly Buffer[] {
  const conversation = recorded.find((candidate) => candidate.daemon === daemon);
  if (!conversation) throw new Error(`nothing recorded of ${daemon}`);
  return conversation.replies.map((reply: { text?: string; hex?: string }) =>
    reply.hex === undefined ? Buffer.from(reply.text ?? '', 'latin1') : Buffer.from(reply.hex, 'hex'),
  );
}

/** Plays a daemon: who asks something that begins so gets the reply, everybody else is hung up on. */
function playing(daemon: string, requests: readonly (string | Buffer)[]): (socket: Socket) => void {
  const replies = repliesOf(daemon);
  return (socket) => {
    socket.on('error', () => {});
    socket.on('data', (heard: Buffer) => {
      const turn = requests.findIndex((request) => heard.subarray(0, request.length).equals(Buffer.from(request)));
      if (turn < 0) socket.destroy();
      else socket.write(replies[turn]!);
    });
  };
}

/** The daemon greets; after its list, and in each module, it is another conversation. */
function playingRsync(daemon: string, modules: readonly string[]): (socket: Socket) => void {
  const [greeting, list, ...answers] = repliesOf(daemon);
  return (socket) => {
    socket.on('error', () => {});
    socket.write(greeting!);
    socket.on('data', (heard: Buffer) => {
      const wanted = String(heard).split('\n')[1];
      const answer = wanted === '#list' ? list : answers[modules.indexOf(wanted ?? '')];
      // On a connection of its own, the recorded reply begins with the greeting that was sent already.
      const rest = answer?.subarray(0, greeting!.length).equals(greeting!) ? answer.subarray(greeting!.length) : answer;
      socket.end(rest ?? '');
    });
  };
}

const sslRequest = Buffer.from('0000000804d2162f', 'hex');
const startUp = Buffer.from('0000002900030000', 'hex');
const jupyter = ['GET / ', 'GET /api ', 'GET /api/status '];
const registry = ['GET / ', 'GET /v2/ '];

const daemons: readonly (readonly [port: number, open: (socket: Socket) => void, guarded: (socket: Socket) => void])[] =
  [
    [8888, playing('Jupyter', jupyter), playing('Jupyter with a token', jupyter)],
    [5000, playing('docker-registry', registry), playing('docker-registry with a login', registry)],
    [873, playingRsync('rsync without passwords', ['pub']), playingRsync('rsync with passwords', ['priv', 'priv2'])],
    [
      5432,
      playing('PostgreSQL with trust', [sslRequest, startUp]),
      playing('PostgreSQL with SCRAM', [sslRequest, startUp]),
    ],
  ];

interface Alert {
  readonly port: number;
  readonly severity: string;
  readonly risk_level: string;
  readonly title: string;
  readonly explanation: string;
}

describe('one scan of a server that asks nobody for a password, and of one that asks', () => {
  let service: TestService;
  let servers: readonly Server[] = [];
  const alerts: Record<'open' | 'guarded', Map<number, Alert>> = { open: new Map(), guarded: new Map() };

  beforeAll(async () => {
    service = await TestService.start();
    const { api } = await service.partner();
    const addresses = { open: loopbackAddress(), guarded: loopbackAddress() };
    servers = await Promise.all(
      daemons.flatMap(([port, open, guarded]) => [
        listening(addresses.open, port, open),
        listening(addresses.guarded, port, guarded),
      ]),
    );
    for (const kind of ['open', 'guarded'] as const) {
      const endpointId = await provision(api, addresses[kind]);
      await nextScan(api, endpointId);
      const path = `/api/v1/alerts?billing_customer_id=1&endpoint_id=${endpointId}&limit=100`;
      for (const { id } of expectSuccess(await api.get(path)).alerts) {
        const alert = expectSuccess(await api.get(`/api/v1/alerts/${id}?billing_customer_id=1`)).alert as Alert;
        alerts[kind].set(alert.port, alert);
      }
    }
  });

  afterAll(async () => {
    for (const server of servers) server.close();
    await service?.stop();
  });

  function listening(address: string, port: number, speak: (socket: Socket) => void): Promise<Server> {
    return new Promise((resolve, reject) => {
      const server = createServer(speak).once('error', reject);
      server.listen(port, address, () => resolve(server));
    });
  }

  it.for([
    [8888, 'Jupyter notebook server', 'critical', 'medium', 'can run programs on this server'],
    [5000, 'Docker image registry', 'high', 'medium', 'strangers can take every image'],
    [873, 'Rsync file copying service', 'high', 'medium', 'can be copied without a password'],
    [5432, 'PostgreSQL database', 'critical', 'high', 'without a password'],
  ] as const)(
    'on port %i, %s is %s and %s, in badge, title and text',
    ([port, thing, openLevel, guardedLevel, reason]) => {
      const open = alerts.open.get(port)!;
      expect(open).toMatchObject({
        severity: openLevel,
        risk_level: openLevel,
        title:
          port === 8888
            ? `Anybody can take over: ${thing} asks for no password (port ${port}/tcp)`
            : `${thing} answers the internet without a password (port ${port}/tcp)`,
      });
      expect(open.explanation).toContain(reason);
      expect(open.explanation).toMatch(
        new RegExp(`We (?:rate this|usually rate [^.]* and this one) ${openLevel} because`),
      );
      expect(open.explanation).toContain('do this before anything else');

      const guarded = alerts.guarded.get(port)!;
      expect(guarded).toMatchObject({
        severity: guardedLevel,
        risk_level: guardedLevel,
        title: `${thing} asks the internet for a login (port ${port}/tcp)`,
      });
      expect(guarded.explanation).toContain('It asks for a login before it lets anybody in.');
      expect(guarded.explanation).not.toContain('do this before anything else');
      expect(guarded.explanation).not.toContain('this is a note');
    },
  );

  it('whose rsync has passwords is not told to give it passwords', () => {
    const { explanation } = alerts.guarded.get(873)!;
    expect(explanation).not.toMatch(/auth users|ask for no password|somebody has already been there/);
  });

  it('and the list by severity has the open ones first', () => {
    const ranks = ['critical', 'high', 'medium', 'low'];
    for (const port of daemons.map(([port]) => port)) {
      const [open, guarded] = [alerts.open.get(port)!, alerts.guarded.get(port)!];
      expect(ranks.indexOf(open.severity)).toBeLessThan(ranks.indexOf(guarded.severity));
    }
  });
});
