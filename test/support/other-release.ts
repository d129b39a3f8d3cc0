import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readMigrations } from '../../src/platform/database/migrate.ts';

const repository = resolve(import.meta.dirname, '../..');
const portal = 'portal/dist';
const built = [portal, 'docs-site/dist'];
/** What a release before these pages reads of its own, which take long to build and which nobody looks at here. */
const noPages = { pages: {}, messages: { portal: {}, console: {} }, kept: [] };

/** Whether the clone reaches back to the commit. */
export function hasCommit(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repository }).status === 0;
}

/** Another release of the program in a directory of its own. */
export class OtherRelease implements Disposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'release-'));

  /** The program as it was at a commit, with the packages of its own lock: those of this one are others. */
  static ofCommit(commit: string): OtherRelease {
    const release = new OtherRelease();
    const archive = execFileSync('git', ['archive', commit], { cwd: repository, maxBuffer: 1 << 30 });
    execFileSync('tar', ['-x', '-C', release.directory], { input: archive });
    const install = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'];
    execFileSync('npm', install, { cwd: release.directory, stdio: ['ignore', 'ignore', 'inherit'] });
    // Addresses of this one's documentation may be others of its own.
    release.#link(...['assets', 'index.html', 'service-worker.js'].map((file) => join(portal, file)));
    writeFileSync(join(release.directory, portal, 'paths.json'), JSON.stringify(noPages));
    return release;
  }

  /** This program with further migrations. */
  static async withMigrations(...migrations: readonly string[]): Promise<OtherRelease> {
    const release = new OtherRelease();
    for (const part of ['bin', 'docs', 'docs-site', 'locales', 'migrations', 'package.json', 'portal', 'src']) {
      const filter = (path: string) => !built.some((pages) => path === join(repository, pages));
      cpSync(join(repository, part), join(release.directory, part), { recursive: true, filter });
    }
    const newest = (await readMigrations()).length;
    for (const [index, sql] of migrations.entries()) {
      const number = String(newest + 1 + index).padStart(4, '0');
      writeFileSync(join(release.directory, 'migrations', `${number}-of-a-later-release.sql`), sql);
    }
    return release.#link('node_modules', ...built);
  }

  /** What this release has as well. */
  #link(...paths: readonly string[]): this {
    for (const path of paths) {
      mkdirSync(join(this.directory, path, '..'), { recursive: true });
      symlinkSync(join(repository, path), join(this.directory, path));
    }
    return this;
  }

  get program(): string {
    return join(this.directory, 'bin/breakwater');
  }

  [Symbol.dispose](): void {
    rmSync(this.directory, { recursive: true });
  }
}
