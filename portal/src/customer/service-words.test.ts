import { describe, expect, it } from 'vitest';
import type { SeenService } from './data.ts';
import { componentNames, serviceChange } from './service-words.ts';

type Component = SeenService['components'][number];

function web(...components: readonly [name: string, version: string | null, revision?: string][]): SeenService {
  const stated = components.map(
    ([name, version, revision = null]): Component => ({ name, version, revision: revision ?? null, where: 'server' }),
  );
  return { service: 'http', known_by: 'probed', product: 'nginx', version: null, components: stated };
}

describe('what has changed on a port', () => {
  it('only what is another than before is named', () => {
    const before = web(['nginx', '1.22.1'], ['PHP', '8.1.2', '1ubuntu2.14']);
    const now = web(['nginx', '1.22.1'], ['PHP', '8.1.2', '1ubuntu2.19']);
    expect(serviceChange(before, now)).toEqual({ before: 'PHP 8.1.2-1ubuntu2.14', now: 'PHP 8.1.2-1ubuntu2.19' });
  });

  it('where something was added or taken away, all of it is named', () => {
    const [before, now] = [web(['nginx', '1.22.1'], ['PHP', null]), web(['nginx', '1.22.1'])];
    expect(serviceChange(before, now)).toEqual({ before: 'nginx 1.22.1, PHP', now: 'nginx 1.22.1' });
  });

  it('a component without a version is a name', () => {
    expect(componentNames(web(['Express', null]))).toEqual(['Express']);
  });
});
