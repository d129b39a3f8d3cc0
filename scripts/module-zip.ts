/** Zips of modules for billing systems: the same files make the same bytes, wherever and whenever. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { version } from '../src/installation/version.ts';

/** Contents by path in the zip. */
export type ModuleFiles = ReadonlyMap<string, Buffer>;

export interface Brand {
  /** The module's folder, and what its functions or classes begin with: lower-case letters and digits, a letter first. */
  readonly name: string;
  /** What staff see. */
  readonly displayName: string;
  /** Where the portal is, such as https://security.example.com, whose documents are linked. Absent: nothing is linked. */
  readonly portal?: string | undefined;
  /** Whom staff of the billing system ask. */
  readonly supportEmail?: string | undefined;
}

export const ours: Brand = { name: 'breakwater', displayName: 'Breakwater' };
const textFiles = /\.(php|tpl|json|twig)$/;

const repository = fileURLToPath(new URL('..', import.meta.url));

/** The files below a folder of the repository, under another folder in the zip. */
export async function filesOf(directory: string, target: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const entries = await readdir(join(repository, directory), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(join(repository, directory).length + 1).replaceAll('\\', '/');
    files.set(`${target}/${path}`, await readFile(file));
  }
  return files;
}

/** One file of the repository. */
export async function fileOf(path: string): Promise<Buffer> {
  return readFile(join(repository, path));
}

/**
 * The files of a module under a brand's name, with the PHP client among them.
 * @param root the folder of the repository that has the module's folders, named as in the zip
 * @param client the PHP client's folder in the zip
 * @throws Error when a name cannot be one in PHP, or in a path
 */
export async function moduleFiles(
  brand: Brand,
  { root, folders, client }: { root: string; folders: readonly string[]; client: string },
): Promise<Map<string, Buffer>> {
  requireBrand(brand);
  const files = await Promise.all(folders.map((folder) => filesOf(`${root}/${folder}`, folder)));
  return branded(new Map([...files.flatMap((each) => [...each]), ...(await clientFiles(client))]), brand);
}

/** Puts something in the place that a file of the module has for it. */
export function fillIn(files: Map<string, Buffer>, path: string, place: string, filling: string): void {
  const text = files.get(path)!.toString('utf8');
  if (!text.includes(place)) throw new Error(`${path} has no ${place} to fill in.`);
  files.set(path, Buffer.from(text.replace(place, filling)));
}

/** The PHP client, under a folder in the zip. */
async function clientFiles(target: string): Promise<ModuleFiles> {
  return new Map([
    ...(await filesOf('integrations/php-client/src', `${target}/src`)),
    ...(await filesOf('integrations/php-client/lang', `${target}/lang`)),
    [`${target}/autoload.php`, await fileOf('integrations/php-client/autoload.php')],
  ]);
}

/** @throws Error when a name cannot be one in PHP, or in a path */
function requireBrand({ name, displayName }: Brand): void {
  if (!/^[a-z][a-z0-9]{0,40}$/.test(name))
    throw new Error('--name takes lower-case letters and digits, a letter first.');
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .&-]{0,60}$/u.test(displayName))
    throw new Error('--display-name takes letters, digits, blanks and . & -');
}

/** The same files under another name: two modules of different names in one billing system share no class and no table. */
function branded(files: ModuleFiles, brand: Brand): Map<string, Buffer> {
  const pathUnder = (path: string) =>
    path.replaceAll('breakwater', brand.name).replaceAll('Breakwater', classNameOf(brand.name));
  return new Map(
    [...files].map(([path, contents]) => [
      pathUnder(path),
      textFiles.test(path) ? Buffer.from(brandedText(contents.toString('utf8'), brand)) : contents,
    ]),
  );
}

/** What classes and namespaces of a brand are called. */
export function classNameOf(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

function brandedText(text: string, { name, displayName }: Brand): string {
  return text
    .replace(/(?<=\\|namespace |class )Breakwater\b|Breakwater(?=\\|Exception\b|::)/g, classNameOf(name))
    .replaceAll('Breakwater', displayName)
    .replaceAll('breakwater', name);
}

/** What the options of a script say. */
export function brandAsked(): Brand & { readonly out: string } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      name: text,
      'display-name': text,
      portal: text,
      'support-email': text,
      out: { type: 'string', default: 'dist' },
    },
  });
  const { name = ours.name, portal, out } = values;
  const displayName = values['display-name'] ?? (values.name === undefined ? ours.displayName : classNameOf(name));
  return { name, displayName, portal, supportEmail: values['support-email'], out };
}

export function sha256(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex');
}

/** Lines that `sha256sum -c` checks, in the folder that the paths begin in. */
export function checksums(files: ModuleFiles, folder: string): Buffer {
  const lines = [...files].map(([path, contents]) => `${sha256(contents)}  ${posix.relative(folder, path)}\n`);
  return Buffer.from(lines.toSorted().join(''));
}

/** Without times of files, owners and the order of directories, which would differ from machine to machine. */
export function zipped(files: ModuleFiles): Uint8Array {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  // In local time, as the zip has it.
  const options = { mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 << 16, level: 9 } as const;
  return zipSync(Object.fromEntries(sorted.map(([path, contents]) => [path, [contents, options]])));
}

/**
 * Writes the zip, and its checksum beside it.
 * @returns where the zip is
 */
export async function writeZip(directory: string, name: string, files: ModuleFiles): Promise<string> {
  const contents = zipped(files);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, name), contents);
  await writeFile(join(directory, `${name}.sha256`), `${sha256(contents)}  ${name}\n`);
  return join(directory, name);
}

/** The files, with the licence and the checksums in the folder of the module. */
export async function complete(files: Map<string, Buffer>, folder: string): Promise<ModuleFiles> {
  files.set(`${folder}/LICENSE`, await fileOf('LICENSE'));
  return files.set(`${folder}/SHA256SUMS`, checksums(files, folder));
}

/** What a script of a billing system does: the zip under the name that is asked for. */
export async function packageModule(system: string, filesFor: (brand: Brand) => Promise<ModuleFiles>): Promise<void> {
  const { out, ...brand } = brandAsked();
  const files = await filesFor(brand);
  const zip = await writeZip(out, `${brand.name}-${system}-${version}.zip`, files);
  console.log(`${zip} (${files.size} files)`);
}
