import { describe, expect, it } from 'vitest';
import { createLeakSources, type LeakSourcesConfig } from './create-leak-sources.ts';
import { ask } from './testing/ask.ts';
import { startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';

const off: LeakSourcesConfig = {
  userAgent: 'Breakwater/1',
  hibp: null,
  xposedOrNot: null,
  hudsonRock: null,
  ransomLook: null,
  ransomwareLive: null,
  mispFeedUrls: [],
};
const surroundings = { clock: { now: () => new Date() }, digestSecret: null, timing: new ManualTiming() };

function everything(baseUrl: string): LeakSourcesConfig {
  return {
    ...off,
    hibp: { apiKey: 'a', baseUrl },
    xposedOrNot: { apiKey: 'b', baseUrl },
    hudsonRock: { apiKey: null, baseUrl },
    ransomLook: { apiKey: null, baseUrl },
    ransomwareLive: { apiKey: null, baseUrl },
    mispFeedUrls: [`${baseUrl}/one`, `${baseUrl}/two`, baseUrl.replace('127.0.0.1', 'localhost')],
  };
}

describe('leak sources', () => {
  it('are none unless they are switched on', () => expect(createLeakSources(off, surroundings)).toEqual([]));

  it('have names of their own, and say whom to attribute', () => {
    const sources = createLeakSources(everything('http://127.0.0.1:9'), surroundings);
    expect(sources.map(({ name }) => name)).toEqual([
      'hibp',
      'xposedornot',
      'hudson_rock',
      'ransom_look',
      'ransomware_live',
      'misp_127_0_0_1',
      'misp_127_0_0_1_2',
      'misp_localhost',
    ]);
    for (const { attribution } of sources) expect(attribution.name).not.toBe('');
  });

  it('contact nobody before they are asked', async () => {
    const server = await startLeakServer(() => ({ status: 404 }));
    createLeakSources(everything(server.url), surroundings);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests).toEqual([]);
  });

  it('go to the service itself unless another address is given', () => {
    const config = { ...off, hibp: { apiKey: 'a', baseUrl: null }, ransomwareLive: { apiKey: 'b', baseUrl: null } };
    expect(createLeakSources(config, surroundings)).toHaveLength(2);
  });

  it.each([
    ['a key with a line break', { hibp: { apiKey: 'topsecret\n', baseUrl: null } }],
    ['a URL of another kind', { ransomLook: { apiKey: null, baseUrl: 'file:///topsecret' } }],
    ['a feed that is no URL', { mispFeedUrls: ['topsecret'] }],
    ['an empty user agent', { userAgent: '', hudsonRock: { apiKey: null, baseUrl: null } }],
  ])('cannot be made with %s, and the error does not quote it', (_, wrong) => {
    expect(() => createLeakSources({ ...off, ...wrong }, surroundings)).toThrow(TypeError);
    expect(() => createLeakSources({ ...off, ...wrong }, surroundings)).not.toThrow(/topsecret/);
  });

  it('fail one by one: all of them broken are an error each, and nothing else', async () => {
    const server = await startLeakServer(() => ({ status: 500 }));
    const sources = createLeakSources(everything(server.url), surroundings);
    const results = await Promise.all(sources.map((source) => ask(source, 'example.com')));
    expect(results.map(({ error }) => error)).toEqual(
      sources.map(({ name }) => expect.objectContaining({ source: name, failure: 'unavailable' })),
    );
  });
});
