import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createNmapSecondOpinion } from './nmap-second-opinion.ts';
import { createServiceIdentifier } from './service-identifier.ts';
import { loopbackAddress, startServer } from './testing/loopback-server.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'second-opinion-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A program in nmap's place, which notes its arguments; the real one is asked in real-daemons.test.ts. */
function programInPlaceOfNmap(name: string, script: string): { nmapPath: string; calls: () => string[] } {
  const nmapPath = path.join(directory, name);
  const log = `${nmapPath}.log`;
  writeFileSync(nmapPath, `#!/bin/sh\necho "$*" >>${log}\n${script}\n`);
  chmodSync(nmapPath, 0o755);
  return { nmapPath, calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []) };
}

const recognises = (service: string, ...ports: number[]) =>
  `echo '<nmaprun><host><ports>${ports
    .map(
      (port) =>
        `<port protocol="tcp" portid="${port}"><state state="open"/><service name="${service}" method="probed"/></port>`,
    )
    .join('')}</ports></host></nmaprun>'`;

describe('the second opinion of nmap', () => {
  it('asks for exactly the ports and the address that it was given, as separate arguments', async () => {
    const { nmapPath, calls } = programInPlaceOfNmap('asks', recognises('ssh', 22));
    await createNmapSecondOpinion({ nmapPath }).identify({ address: '127.0.0.1', ports: [22, 8080] });
    await createNmapSecondOpinion({ nmapPath }).identify({ address: '::1', ports: [22] });
    expect(calls()).toEqual(['-sT -sV -n -Pn -T4 -oX - -p 22,8080 127.0.0.1', '-6 -sT -sV -n -Pn -T4 -oX - -p 22 ::1']);
  });

  it('never asks about a port that must only be listened to', async () => {
    const { nmapPath, calls } = programInPlaceOfNmap('printer', recognises('jetdirect', 9100));
    const opinion = createNmapSecondOpinion({ nmapPath });
    expect((await opinion.identify({ address: '127.0.0.1', ports: [9100, 502] })).size).toBe(0);
    expect(calls()).toEqual([]);
  });

  it('is not taken on a port that was not asked about', async () => {
    const { nmapPath } = programInPlaceOfNmap('talkative', recognises('ssh', 22, 23));
    const opinion = await createNmapSecondOpinion({ nmapPath }).identify({ address: '127.0.0.1', ports: [23] });
    expect([...opinion.keys()]).toEqual([23]);
  });

  it('refuses a name, which could also be an option', async () => {
    const opinion = createNmapSecondOpinion({ nmapPath: '/nonexistent' });
    await expect(opinion.identify({ address: '--script=x', ports: [1] })).rejects.toThrow(TypeError);
  });

  const failures = [
    ['is missing', null],
    ['fails', 'exit 1'],
    ['prints garbage', 'echo "<nmaprun"; echo "]]>"'],
    ['takes too long', 'exec sleep 600'],
    ['never stops printing', 'exec yes'],
  ] as const;
  it.for(failures)('is no opinion when nmap %s', async ([name, script]) => {
    const nmapPath = script === null ? '/nonexistent/nmap' : programInPlaceOfNmap(name, script).nmapPath;
    const opinion = createNmapSecondOpinion({ nmapPath, timeoutMs: 500 });
    expect((await opinion.identify({ address: '127.0.0.1', ports: [22] })).size).toBe(0);
  });

  it('ends nmap when it is no longer wanted', async () => {
    const { nmapPath, calls } = programInPlaceOfNmap('cancelled', 'exec sleep 600');
    const controller = new AbortController();
    const opinion = createNmapSecondOpinion({ nmapPath, timeoutMs: 600_000 });
    const asked = opinion.identify({ address: '127.0.0.1', ports: [22], signal: controller.signal });
    const rejection = expect(asked).rejects.toThrow('scan cancelled');
    await expect.poll(calls).toHaveLength(1);
    controller.abort(new Error('scan cancelled'));
    await rejection;
  });
});

describe('an identifier with a second opinion', () => {
  const quick = { listenMs: 100, replyMs: 100, connectTimeoutMs: 100 };

  it('asks it about what it could not name itself, and keeps what it heard', async () => {
    const server = await startServer((socket) => socket.write('beware of the dog\r\n'));
    const { nmapPath } = programInPlaceOfNmap('guess', recognises('doghouse', server.port));
    const identifier = createServiceIdentifier({ ...quick, secondOpinion: createNmapSecondOpinion({ nmapPath }) });
    const identity = await identifier.identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toMatchObject({ service: 'doghouse', method: 'probed', banner: 'beware of the dog' });
    await identifier.close();
    await server.close();
  });

  it('does not ask it about what it named itself, nor about UDP', async () => {
    const server = await startServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n'));
    const { nmapPath, calls } = programInPlaceOfNmap('idle', recognises('telnet', server.port));
    const identifier = createServiceIdentifier({ ...quick, secondOpinion: createNmapSecondOpinion({ nmapPath }) });
    const { port } = server;
    expect(await identifier.identify({ address: loopbackAddress, protocol: 'tcp', port })).toMatchObject({
      service: 'ssh',
    });
    await identifier.identify({ address: loopbackAddress, protocol: 'udp', port: 161 });
    expect(calls()).toEqual([]);
    await identifier.close();
    await server.close();
  });
});
