/**
 * Makes the zip of the Paymenter extension, with the PHP client in it: `npm run package:paymenter`, or under a name of one's own
 * `npm run package:paymenter -- --name acme --display-name "Acme Security"`.
 */
import { readFile } from 'node:fs/promises';
import { version } from '../src/installation/version.ts';
import {
  type Brand,
  brandAsked,
  branded,
  checksums,
  classNameOf,
  filesOf,
  type ModuleFiles,
  ours,
  requireBrand,
  writeZip,
} from './module-zip.ts';

/** What is unpacked in the folder of Paymenter. */
export async function paymenterFiles(brand: Brand = ours): Promise<ModuleFiles> {
  requireBrand(brand);
  const source = 'extensions/Servers/Breakwater';
  const files = branded(
    new Map([
      ...(await filesOf(`integrations/paymenter/${source}`, source)),
      ...(await filesOf('integrations/php-client/src', `${source}/client/src`)),
      ...(await filesOf('integrations/php-client/lang', `${source}/client/lang`)),
      [`${source}/client/autoload.php`, await read('integrations/php-client/autoload.php')],
    ]),
    brand,
  );
  const className = classNameOf(brand.name);
  const folder = `extensions/Servers/${className}`;
  const main = `${folder}/${className}.php`;
  const text = files.get(main)!.toString('utf8');
  if (!text.includes("'0.0.0'")) throw new Error('The extension has no place for its version.');
  files.set(main, Buffer.from(text.replace("'0.0.0'", `'${version}'`)));
  files.set(`${folder}/LICENSE`, await read('LICENSE'));
  return files.set(`${folder}/SHA256SUMS`, checksums(files, folder));
}

async function read(path: string): Promise<Buffer> {
  return readFile(new URL(`../${path}`, import.meta.url));
}

if (import.meta.main) {
  const { out, ...brand } = brandAsked();
  const files = await paymenterFiles(brand);
  const zip = await writeZip(out, `${brand.name}-paymenter-${version}.zip`, files);
  console.log(`${zip} (${files.size} files)`);
}
