import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Severity, severities } from '../../common/severity.ts';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { isAdministrationAccess } from './administration.ts';
import { assess } from './assess.ts';
import type { Exposure } from './assessment.ts';
import { riskTable, riskTablePorts } from './risk-table.ts';

function exposure(of: Partial<Exposure>): Exposure {
  return {
    address: '203.0.113.5',
    protocol: 'tcp',
    port: 4242,
    service: 'unknown',
    method: 'port_number',
    tls: false,
    product: null,
    version: null,
    banner: null,
    certificateNames: [],
    unauthenticated: null,
    ...of,
  };
}

const detected = (service: string, port: number, more: Partial<Exposure> = {}) =>
  exposure({ service, port, method: 'probed', ...more });

/** The reference's table: what a port is worth when nothing but its number is known. */
const levels: Readonly<Record<Severity, { tcp: readonly number[]; udp: readonly number[] }>> = {
  critical: { tcp: [2375, 5555, 4786, 3389, 445, 139, 5900, 5901, 5902, 5903, 2379, 10250], udp: [] },
  high: {
    tcp: [
      23, 21, 3306, 5432, 1433, 27017, 6379, 9200, 11211, 5984, 50070, 1521, 9042, 6443, 389, 631, 548, 4899, 427,
    ].concat([4369, 5060, 502, 102, 47808, 512, 513, 514, 6000, 5985, 5986, 2049]),
    udp: [1434, 523, 161, 623, 3283, 177, 137, 5351, 1900, 10001, 3389, 5060, 47808, 11211, 389, 427],
  },
  medium: {
    tcp: [
      22, 53, 111, 3478, 873, 1080, 3128, 5672, 61616, 1883, 7547, 1801, 179, 2082, 2083, 2086, 2087, 8443, 8880,
    ].concat([10000, 2222, 110, 143]),
    udp: [53, 123, 19, 17, 69, 111, 3702, 5353, 5683, 3478],
  },
  low: { tcp: [80, 443, 8080, 25, 465, 587, 993, 995], udp: [443, 500, 51820] },
};

const portsWithLevels = severities.flatMap((severity) =>
  (['tcp', 'udp'] as const).flatMap((protocol) =>
    levels[severity][protocol].map((port) => [`${port}/${protocol}`, severity, protocol, port] as const),
  ),
);

describe('the level of a port of which only the number is known', () => {
  it.for(portsWithLevels)('%s is %s', ([, severity, protocol, port]) => {
    expect(assess(exposure({ protocol, port })).severity).toBe(severity);
  });

  it('an unknown service on an uncommon port is medium', () => {
    expect(assess(exposure({ port: 4242 })).severity).toBe('medium');
    expect(assess(exposure({ port: 22, protocol: 'udp' })).severity).toBe('medium');
    expect(assess(exposure({ port: 4242, service: 'tls', method: 'probed', tls: true })).severity).toBe('medium');
  });
});

describe('the detected service decides, before the port number', () => {
  it.for([
    ['ssh', 2022, 'medium'],
    ['ssh', 3306, 'medium'],
    ['mysql', 33060, 'high'],
    ['mysql', 8080, 'high'],
    ['redis', 80, 'high'],
    ['http', 3306, 'medium'],
    ['https', 4433, 'medium'],
    ['rdp', 443, 'critical'],
    ['telnet', 2222, 'high'],
    ['imaps', 143, 'low'],
    ['docker', 8080, 'critical'],
    ['quux-game', 22, 'medium'],
  ] as const)('%s on %i is %s', ([service, port, severity]) => {
    expect(assess(detected(service, port)).severity).toBe(severity);
  });

  it('but a plain web server leaves the level of a port whose service is spoken to over HTTP', () => {
    const overHttp = [9200, 5985, 2375, 6443, 10250, 10000, 2083, 8443, 631, 7547, 50070, 8880, 5984, 2379];
    for (const port of overHttp) {
      for (const service of ['http', 'https']) {
        const { severity, explanation } = assess(detected(service, port));
        expect([port, severity]).toEqual([port, assess(exposure({ port })).severity]);
        expect(explanation).toContain('A web server answers');
      }
    }
  });

  it('the transport counts: remote desktop over UDP is no remote desktop over TCP', () => {
    expect(assess(exposure({ service: 'rdp', protocol: 'udp', port: 3389 })).severity).toBe('high');
    expect(assess(exposure({ service: 'rdp', protocol: 'tcp', port: 3389 })).severity).toBe('critical');
  });
});

describe('the risk in context', () => {
  it('MQTT that lets everybody in is high', () => {
    expect(assess(detected('mqtt', 1883, { unauthenticated: true }))).toMatchObject({
      severity: 'medium',
      riskLevel: 'high',
    });
  });

  it('an answer without a password raises by one level, to critical at most', () => {
    expect(assess(detected('redis', 6379, { unauthenticated: true })).riskLevel).toBe('critical');
    expect(assess(detected('docker', 2375, { unauthenticated: true })).riskLevel).toBe('critical');
  });

  it('encryption and a login together lower by one level, to low at least; either alone does not', () => {
    expect(assess(detected('elasticsearch', 9200, { unauthenticated: false, tls: true })).riskLevel).toBe('medium');
    expect(assess(detected('elasticsearch', 9200, { unauthenticated: false })).riskLevel).toBe('high');
    expect(assess(detected('elasticsearch', 9200, { tls: true })).riskLevel).toBe('high');
    expect(assess(detected('https', 443, { unauthenticated: false, tls: true })).riskLevel).toBe('low');
  });
});

describe('the words', () => {
  it('the title says what is reachable and where', () => {
    expect(assess(detected('mysql', 3306)).title).toBe('MySQL database is reachable from the internet (port 3306/tcp)');
    expect(assess(exposure({ port: 3306, service: 'mysql' })).title).toBe(
      'Probable MySQL database is reachable from the internet (port 3306/tcp)',
    );
    expect(assess(detected('mongodb', 27017, { unauthenticated: true })).title).toBe(
      'MongoDB database answers the internet without a password (port 27017/tcp)',
    );
    // A name that is written with a small letter first stays so.
    expect(assess(detected('cpanel', 2083)).title).toMatch(/^(Probable )?cPanel login page /);
    expect(assess(exposure({})).title).toBe('Unrecognised service is reachable from the internet (port 4242/tcp)');
  });

  it('the explanation goes from what is exposed over why and what was seen to what to do', () => {
    const { explanation } = assess(
      detected('mysql', 3306, {
        product: 'MariaDB',
        version: '10.11.6',
        banner: '5.5.5-10.11.6-MariaDB',
        certificateNames: ['a.example', 'b.example', 'c.example', 'd.example'],
      }),
    );
    const paragraphs = explanation.split('\n\n');
    expect(paragraphs.length).toBe(4);
    expect(paragraphs[0]).toBe(
      'A MySQL database answers on 203.0.113.5, port 3306/tcp, and anybody on the internet can connect to it.',
    );
    expect(paragraphs[1]).toMatch(/^Why it matters: This database probably holds/);
    expect(paragraphs[2]).toContain('“MariaDB”, version “10.11.6”');
    expect(paragraphs[2]).toContain('“5.5.5-10.11.6-MariaDB”');
    expect(paragraphs[2]).toContain('“a.example”, “b.example”, “c.example” and 1 more');
    expect(paragraphs[3]).toContain('bind-address = 127.0.0.1');
  });

  it.each(['Index of /', 'Index of /backup', 'Directory listing for /', 'listing directory /', 'Index of ./'])(
    'a page that lists files is said to do so: “%s”',
    (title) => {
      const { explanation } = assess(detected('http', 80, { title, banner: `HTTP/1.1 200 OK, title: ${title}` }));
      const [, , seen, advice] = explanation.split('\n\n');
      expect(seen).toContain('it shows a list of its files');
      expect(advice).toContain('Options -Indexes');
    },
  );

  it('a page that does not list files is not said to', () => {
    for (const title of ['Shop', 'The index of /r/books', 'Index of prices'])
      expect(assess(detected('http', 80, { title })).explanation).not.toContain('list of its files');
  });

  it('what was seen changes what is said', () => {
    const open = assess(detected('redis', 6379, { unauthenticated: true })).explanation;
    expect(open).toContain('without asking for a password');
    expect(open).toContain('We usually rate such a service high, and this one critical because no password is needed.');
    expect(open).toContain('do this before anything else');
    const closed = assess(detected('redis', 6379, { unauthenticated: false })).explanation;
    expect(closed).toContain('It asks for a login');
    expect(assess(detected('redis', 6379, { unauthenticated: false })).title).toBe(
      'Redis data store asks the internet for a login (port 6379/tcp)',
    );
    expect(closed).not.toContain('do this before anything else');
    expect(assess(exposure({ port: 6379 })).explanation).toContain('by the port number alone');
  });

  it('a name that only the port number suggests is said to be no more than that', () => {
    const { title, explanation } = assess(exposure({ port: 8123, service: 'polipo' }));
    expect(title).toBe('Unrecognised service is reachable from the internet (port 8123/tcp)');
    expect(explanation).toContain('registered for “polipo”, which need not be what runs here.');
    expect(assess(detected('polipo', 8123)).title).toContain('Service known as “polipo”');
  });

  it('who could lock himself out is told so', () => {
    expect(assess(detected('ssh', 2022)).explanation).toContain('another way in');
    expect(assess(detected('mysql', 3306)).explanation).not.toContain('another way in');
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom('a\r\nb', '\u202eevil', '\u2028', '\0', '"“”'),
);
const knownServices = riskTable.flatMap(({ services }) => services);
const anyExposure: fc.Arbitrary<Exposure> = fc.record({
  address: fc.oneof(fc.ipV4(), fc.ipV6()),
  protocol: fc.constantFrom('tcp' as const, 'udp' as const),
  port: fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(...riskTablePorts().tcp)),
  service: fc.oneof(fc.constantFrom(...knownServices, 'unknown', 'tls', '__proto__', 'constructor'), anyText),
  method: fc.constantFrom('probed' as const, 'port_number' as const),
  tls: fc.boolean(),
  product: fc.option(anyText),
  version: fc.option(anyText),
  banner: fc.option(anyText),
  certificateNames: fc.array(anyText, { maxLength: 10 }),
  unauthenticated: fc.option(fc.boolean()),
});

describe('for any exposure whatever', () => {
  it('the title is one line of at most 120 characters, the explanation four paragraphs that end in a sentence', () => {
    fc.assert(
      fc.property(anyExposure, (any) => {
        const { title, explanation } = assess(any);
        expect([...title].length).toBeLessThanOrEqual(120);
        expect(title).toMatch(new RegExp(`\\(port ${any.port}/${any.protocol}\\)$`));
        expect(title).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        const paragraphs = explanation.split('\n\n');
        expect(paragraphs.length).toBe(4);
        for (const paragraph of paragraphs) {
          expect(paragraph).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          expect(paragraph).toMatch(/\.$/);
        }
        expect(explanation).toContain(any.address);
        expect(explanation).toContain(`port ${any.port}/${any.protocol}`);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('an answer without a password raises the risk by one level at most and never lowers it, a login never raises it', () => {
    const rank = (level: Severity) => severities.indexOf(level);
    fc.assert(
      fc.property(anyExposure, (any) => {
        const open = assess({ ...any, unauthenticated: true });
        const untold = assess({ ...any, unauthenticated: null });
        const closed = assess({ ...any, unauthenticated: false });
        expect(rank(open.riskLevel)).toBeGreaterThanOrEqual(rank(open.severity));
        expect(rank(open.riskLevel)).toBeLessThanOrEqual(rank(open.severity) + 1);
        expect(rank(untold.riskLevel)).toBe(rank(untold.severity));
        expect(rank(closed.riskLevel)).toBeLessThanOrEqual(rank(closed.severity));
        expect(rank(closed.riskLevel)).toBeGreaterThanOrEqual(rank(closed.severity) - 1);
        expect(rank(open.riskLevel)).toBeGreaterThanOrEqual(rank(closed.riskLevel));
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('without a password, with one and not known are three titles', () => {
    fc.assert(
      fc.property(anyExposure, (any) => {
        const titles = [true, false, null].map((unauthenticated) => assess({ ...any, unauthenticated }).title);
        expect(new Set(titles).size).toBe(3);
      }),
    );
  });
});

describe('an open console or interface is rated by what a stranger can do there', () => {
  it.for([
    ['jupyter', 'critical', 'medium'],
    ['aria2', 'critical', 'medium'],
    ['transmission', 'critical', 'medium'],
    ['syncthing', 'critical', 'medium'],
    ['solr', 'critical', 'medium'],
    ['gdbserver', 'critical', 'critical'],
    ['fastcgi', 'critical', 'critical'],
    ['ajp', 'critical', 'medium'],
    ['docker', 'critical', 'high'],
    ['kubernetes', 'critical', 'high'],
    ['kubelet', 'critical', 'high'],
    ['etcd', 'critical', 'high'],
    ['consul', 'critical', 'medium'],
    ['jenkins', 'critical', 'medium'],
    ['postgresql', 'critical', 'high'],
    ['elasticsearch', 'critical', 'high'],
    ['couchdb', 'critical', 'high'],
    ['mongodb', 'critical', 'high'],
    ['redis', 'critical', 'high'],
    ['memcached', 'critical', 'high'],
    ['vnc', 'critical', 'critical'],
    ['x11', 'critical', 'high'],
    ['docker-registry', 'high', 'medium'],
    ['prometheus', 'high', 'medium'],
    ['alertmanager', 'high', 'medium'],
    ['haproxy-admin', 'high', 'medium'],
    ['kibana', 'high', 'medium'],
    ['grafana', 'high', 'medium'],
    ['zabbix-agent', 'high', 'medium'],
    ['http-proxy', 'high', 'medium'],
    ['socks', 'high', 'medium'],
    ['rsync', 'high', 'medium'],
    ['mqtt', 'high', 'medium'],
    ['node-exporter', 'medium', 'low'],
    ['haproxy-stats', 'medium', 'low'],
  ] as const)('%s is %s without a login and %s with one', ([service, open, guarded]) => {
    expect(assess(detected(service, 4242, { unauthenticated: true })).riskLevel).toBe(open);
    expect(assess(detected(service, 4242, { unauthenticated: false })).riskLevel).toBe(guarded);
  });

  it('and says what that is, where to read it up is in the table, and no such alert is called a note', () => {
    for (const { services, protocols, sources, open } of riskTable) {
      if (!open) continue;
      const [service] = services;
      const { explanation } = assess(detected(service!, 4242, { protocol: protocols[0]!, unauthenticated: true }));
      expect(explanation).toContain(`because ${open.reason}.`);
      expect(explanation).not.toContain('this is a note');
      expect(open.reason, service).toMatch(/^[a-z].*[^.]$/);
      if (open.reference !== undefined) expect(open.reference).toMatch(/^https:\/\/\S+$/);
      if (sources.includes('vendor')) expect(open.reference, service).toBeDefined();
    }
  });

  it('who asks for a login is not told that it asks for none, nor to ask for one', () => {
    for (const { services, protocols, open } of riskTable) {
      if (!open) continue;
      const exposure = { protocol: protocols[0]!, unauthenticated: false };
      const { explanation } = assess(detected(services[0]!, 4242, exposure));
      expect(explanation).not.toMatch(
        /asks? (?:for no|nobody)|without a login|[Ww]here (?:no password|it does not)|without a password/,
      );
      expect(explanation).not.toMatch(/auth users|[Ss]witch on (?:a|the) login|set (?:a|an administrator) password/);
      expect(explanation).not.toContain('do this before anything else');
    }
  });

  it('a console that runs programs stays one inside TLS, and the reason is the login alone', () => {
    const { riskLevel, explanation } = assess(detected('jupyter', 8888, { unauthenticated: false, tls: true }));
    expect(riskLevel).toBe('medium');
    expect(explanation).toContain('and this one medium because it asks for a login.');
  });

  it('figures that everybody can read are no case for looking who was there', () => {
    const { explanation } = assess(detected('node-exporter', 9100, { unauthenticated: true }));
    expect(explanation).toContain('We rate this medium because strangers can read these figures, and nothing more.');
    expect(explanation).not.toContain('do this before anything else');
  });

  it('a web server behind a login is none that is public on purpose', () => {
    for (const service of ['http', 'https']) {
      const { title, explanation } = assess(detected(service, 4242, { unauthenticated: false }));
      expect(title).toContain('asks the internet for a login');
      expect(explanation).not.toContain('this is a note');
    }
  });

  it('where the answer was not clear, nothing is claimed', () => {
    const { title, explanation } = assess(detected('rsync', 873));
    expect(title).toBe('Rsync file copying service is reachable from the internet (port 873/tcp)');
    expect(explanation).toContain('did not show whether it asks for a login');
    expect(assess(detected('ssh', 22)).explanation).not.toContain('did not show whether');
  });
});

describe('the table', () => {
  it('names every service and port once per transport', () => {
    const keys = riskTable.flatMap((row) => [
      ...row.protocols.flatMap((protocol) => row.services.map((service) => `${service}/${protocol}`)),
      ...row.tcp.map((port) => `${port}/tcp`),
      ...row.udp.map((port) => `${port}/udp`),
    ]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('has a source for every level and whole sentences in every text', () => {
    for (const row of riskTable) {
      expect(row.sources.length, row.thing).toBeGreaterThan(0);
      expect(row.thing.length, row.thing).toBeLessThanOrEqual(60);
      for (const text of [row.why, row.advice]) {
        expect(text, row.thing).toMatch(/^[A-Z“].{60,}\.$/);
        expect(text, row.thing).not.toMatch(/ {2}/);
      }
    }
  });

  it('covers at least the ports of the reference, ascending', () => {
    const { tcp, udp } = riskTablePorts();
    expect(tcp).toEqual(expect.arrayContaining(severities.flatMap((severity) => [...levels[severity].tcp])));
    expect(udp).toEqual(expect.arrayContaining(severities.flatMap((severity) => [...levels[severity].udp])));
    expect(tcp).toEqual([...new Set(tcp)].sort((a, b) => a - b));
    expect(udp).toEqual([...new Set(udp)].sort((a, b) => a - b));
  });
});

describe('the ports and services that people administer by', () => {
  const tcp = [
    22, 3389, 5900, 5985, 5986, 2082, 2083, 2086, 2087, 2095, 2096, 8443, 8880, 10000, 2222, 8006, 9090, 1194,
  ];

  it('are those of the lockout warning, and SSH on any port', () => {
    for (const port of tcp) expect([port, isAdministrationAccess(exposure({ port }))]).toEqual([port, true]);
    for (const port of [51820, 1194, 500, 4500]) {
      expect([port, isAdministrationAccess(exposure({ port, protocol: 'udp' }))]).toEqual([port, true]);
    }
    expect(isAdministrationAccess(detected('ssh', 2022))).toBe(true);
    expect(isAdministrationAccess(detected('mysql', 3306))).toBe(false);
    expect(isAdministrationAccess(exposure({ port: 80 }))).toBe(false);
  });
});
