/**
 * Makes the zip of the WHMCS module, with the PHP client in it: `npm run package:whmcs`, or under a name of one's own
 * `npm run package:whmcs -- --name acme --display-name "Acme Security"`.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { version } from '../src/installation/version.ts';
import { checksums, filesOf, type ModuleFiles, writeZip } from './module-zip.ts';

export interface Brand {
  /** The module's folder, and what its functions begin with: lower-case letters and digits, a letter first. */
  readonly name: string;
  /** What staff see. */
  readonly displayName: string;
}

const ours: Brand = { name: 'breakwater', displayName: 'Breakwater' };
const textFiles = /\.(php|tpl|json)$/;

/** What is unpacked in the folder of WHMCS. */
export async function whmcsFiles({ name, displayName }: Brand = ours): Promise<ModuleFiles> {
  if (!/^[a-z][a-z0-9]{0,40}$/.test(name))
    throw new Error('--name takes lower-case letters and digits, a letter first.');
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .&-]{0,60}$/u.test(displayName))
    throw new Error('--display-name takes letters, digits, blanks and . & -');
  const folder = `modules/servers/${name}`;
  const source = new Map([
    ...(await filesOf('integrations/whmcs/modules/servers/breakwater', folder)),
    ...(await filesOf('integrations/php-client/src', `${folder}/lib/client/src`)),
    [`${folder}/lib/client/autoload.php`, await read('integrations/php-client/autoload.php')],
  ]);
  const files = new Map<string, Buffer>();
  for (const [path, contents] of source) {
    const text = textFiles.test(path)
      ? Buffer.from(branded(contents.toString('utf8'), { name, displayName }))
      : contents;
    files.set(path.replace('breakwater.php', `${name}.php`).replace('Breakwater', namespaceOf(name)), text);
  }
  const main = `${folder}/lib/Module.php`;
  const marked = files.get(main)!.toString('utf8');
  if (!marked.includes("VERSION = 'source'")) throw new Error('The module has no place for its version.');
  files.set(main, Buffer.from(marked.replace("VERSION = 'source'", `VERSION = '${version}'`)));
  files.set(`${folder}/LICENSE`, await read('LICENSE'));
  files.set(`${folder}/SHA256SUMS`, checksums(files, folder));
  return files;
}

/** Two modules of different names in one WHMCS must not share a class. */
function namespaceOf(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

function branded(text: string, { name, displayName }: Brand): string {
  return text
    .replace(/(?<=\\|namespace )Breakwater\b|Breakwater(?=\\|Exception\b)/g, namespaceOf(name))
    .replaceAll('Breakwater', displayName)
    .replaceAll('breakwater', name);
}

async function read(path: string): Promise<Buffer> {
  return readFile(new URL(`../${path}`, import.meta.url));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { name: { type: 'string' }, 'display-name': { type: 'string' }, out: { type: 'string', default: 'dist' } },
  });
  const name = values.name ?? ours.name;
  const displayName = values['display-name'] ?? (values.name === undefined ? ours.displayName : namespaceOf(name));
  const files = await whmcsFiles({ name, displayName });
  const zip = await writeZip(values.out, `${name}-whmcs-${version}.zip`, files);
  console.log(`${zip} (${files.size} files)`);
}
