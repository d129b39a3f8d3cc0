import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boxesOf, drawHouse } from './house-drawing.ts';
import { useSourceTree } from './testing/source-tree.ts';

const repository = join(import.meta.dirname, '..');

describe('docs/architecture.md', () => {
  const page = readFileSync(join(repository, 'docs/architecture.md'), 'utf8');

  it('shows the house as the imports make it: npm run docs', () => {
    expect(readFileSync(join(repository, 'docs/house.svg'), 'utf8')).toBe(drawHouse(boxesOf(repository)));
    expect(page).toContain('](house.svg)');
  });

  it('says of each room of a floor what it is', () => {
    const floors = boxesOf(repository).filter(
      ({ name, rooms }) => rooms.length > 0 && !['engines', 'platform'].includes(name),
    );
    const rooms = floors.flatMap(({ name, rooms: own }) => own.map((room) => `${name}/${room}`));
    expect([...page.matchAll(/^\| (\w+\/[\w-]+) \|/gm)].map(([, room]) => room).sort()).toEqual(rooms.sort());
  });

  it('names files that exist', () => {
    const files = [...page.matchAll(/\]\(\.\.\/([^)#]+)\)/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});

describe('the drawing of a tree', () => {
  const tree = useSourceTree();

  it('has a box for each folder, with its rooms, and the arrows that no other arrows imply', () => {
    tree.write('src/core/operation/operation.ts', "import '../../common/text.ts';", "import '../../platform/ids.ts';");
    tree.write('src/platform/ids.ts', "import '../common/text.ts';");
    tree.write('src/platform/testing/sample.ts', "import '../../core/operation/operation.ts';");
    tree.write('src/common/text.ts');
    expect(boxesOf(tree.path)).toEqual([
      { name: 'common', rooms: [], arrows: [] },
      { name: 'core', rooms: ['operation'], arrows: ['platform'] },
      { name: 'platform', rooms: [], arrows: ['common'] },
    ]);
  });

  it('shows no folder of which nobody says what it is for', () => {
    tree.write('src/attic/chest.ts');
    expect(() => drawHouse(boxesOf(tree.path))).toThrow('src/attic');
  });
});
