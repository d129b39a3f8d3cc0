/** What was recognised by what it is for, what was not recognised but is a web application, and the most urgent class of all. */

import { describe, expect, it } from 'vitest';
import { applicationPurposes } from '../../common/application-purpose.ts';
import { assess } from './assess.ts';
import type { Exposure } from './assessment.ts';
import { atWillClasses } from './at-will.ts';
import { englishWording } from './wording.ts';

function exposure(of: Partial<Exposure>): Exposure {
  return {
    address: '203.0.113.5',
    protocol: 'tcp',
    port: 4242,
    service: 'http',
    method: 'probed',
    tls: false,
    product: null,
    version: null,
    banner: null,
    certificateNames: [],
    unauthenticated: null,
    ...of,
  };
}

describe('a web application that was not recognised', () => {
  it('is named as unknown, with its title, and is no note', () => {
    for (const service of ['http', 'https']) {
      const { title, riskLevel, explanation } = assess(
        exposure({ service, title: 'Stock control', product: 'Jetty', purpose: 'website' }),
      );
      expect(title).toBe('Unknown web application “Stock control” is reachable from the internet (port 4242/tcp)');
      expect(riskLevel).toBe('medium');
      expect(explanation).toContain('“Jetty”');
      expect(explanation).toContain('Its page has the title “Stock control”.');
    }
    expect(assess(exposure({})).title).toBe('Unknown web application is reachable from the internet (port 4242/tcp)');
  });

  it('is a website, a note, on the ports of websites, as long as it answers like one', () => {
    for (const port of [80, 443, 8080]) {
      const service = port === 443 ? 'https' : 'http';
      for (const purpose of ['website', undefined] as const)
        expect(assess(exposure({ service, port, ...(purpose && { purpose }) })).riskLevel).toBe('low');
      const { riskLevel, title } = assess(exposure({ service, port, purpose: 'interface' }));
      expect([port, riskLevel]).toEqual([port, 'medium']);
      expect(title).toContain('Unknown web application');
    }
  });

  it('leaves room for the port, however long its title is, and shows nothing that cannot be printed', () => {
    const { title } = assess(exposure({ title: `\u202e${'x'.repeat(300)}` }));
    expect(title).toMatch(/…” is reachable from the internet \(port 4242\/tcp\)$/);
    expect([...title].length).toBeLessThanOrEqual(120);
  });
});

describe('an application that has no row of its own', () => {
  it('is called by its makers’ name, and rated by what it is for', () => {
    const portainer = { service: 'portainer', product: 'Portainer', purpose: 'manager' } as const;
    expect(assess(exposure({ ...portainer, unauthenticated: false }))).toMatchObject({
      title: 'Portainer (manages software, files or machines) asks the internet for a login (port 4242/tcp)',
      riskLevel: 'medium',
    });
    expect(assess(exposure({ service: 'n8n', product: 'n8n', purpose: 'runner' }))).toMatchObject({
      title: 'n8n (runs programs) is reachable from the internet (port 4242/tcp)',
      riskLevel: 'high',
    });
    expect(assess(exposure({ service: 'wordpress', product: 'WordPress', purpose: 'public' })).riskLevel).toBe('low');
  });

  it('has words for everything that an application can be for', () => {
    const without = applicationPurposes.filter(
      (purpose) =>
        purpose !== 'website' && purpose !== 'interface' && englishWording[`why.purpose-${purpose}`] === undefined,
    );
    expect(without).toEqual([]);
  });
});

describe('what lets a stranger run, read or write at will', () => {
  it.for([
    ['bind-shell', undefined],
    ['jdwp', undefined],
    ['node-inspector', undefined],
    ['chrome-devtools', 'debugger'],
    ['supervisor', 'manager'],
    ['rclone', 'manager'],
    ['distcc', undefined],
    ['docker', undefined],
    ['jupyter', undefined],
    ['qemu-monitor', undefined],
    ['node-red', 'runner'],
    ['cyberpanel', 'panel'],
  ] as const)('%s is the most urgent there is, and says so', ([service, purpose]) => {
    const { title, riskLevel, explanation } = assess(
      exposure({ service, product: 'X', unauthenticated: true, ...(purpose && { purpose }) }),
    );
    expect(riskLevel).toBe('critical');
    expect(title).toMatch(/^Anybody can take over: .* asks for no password \(port 4242\/tcp\)$/);
    expect(explanation).toMatch(/Why it matters: Whoever connects here /);
  });

  it('Erlang’s inner line, whose one word opens everything, is as urgent', () => {
    expect(assess(exposure({ service: 'erlang-distribution', unauthenticated: false })).riskLevel).toBe('critical');
  });

  it('each kind has a sentence of its own, and no service is of two', () => {
    for (const kind of Object.keys(atWillClasses)) expect(englishWording[`at-will.${kind}`], kind).toBeDefined();
    const services = Object.values(atWillClasses).flatMap(({ services }) => [...services]);
    expect(services.length).toBe(new Set(services).size);
  });
});

describe('who refuses strangers', () => {
  it.for([
    ['redis', '-DENIED Redis is running in protected mode because protected mode is enabled'],
    ['mysql', "Host '192.0.2.7' is not allowed to connect to this MySQL server"],
  ] as const)('%s is said to refuse them, in its maker’s words, and not to ask for a login', ([service, banner]) => {
    const { title, explanation } = assess(exposure({ service, banner, unauthenticated: false }));
    expect(title).toContain('refuses strangers');
    expect(explanation).toContain(banner);
    expect(explanation).not.toContain('asks for a');
  });
});
