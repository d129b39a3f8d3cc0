/**
 * Makes the zip of the Paymenter extension, with the PHP client in it: `npm run package:paymenter`, or under a name of one's own
 * `npm run package:paymenter -- --name acme --display-name "Acme Security"`.
 */
import { version } from '../src/installation/version.ts';
import {
  type Brand,
  branded,
  classNameOf,
  clientFiles,
  complete,
  filesOf,
  type ModuleFiles,
  ours,
  packageModule,
  requireBrand,
} from './module-zip.ts';

/** What is unpacked in the folder of Paymenter. */
export async function paymenterFiles(brand: Brand = ours): Promise<ModuleFiles> {
  requireBrand(brand);
  const source = 'extensions/Servers/Breakwater';
  const files = branded(
    new Map([
      ...(await filesOf(`integrations/paymenter/${source}`, source)),
      ...(await clientFiles(`${source}/client`)),
    ]),
    brand,
  );
  const className = classNameOf(brand.name);
  const folder = `extensions/Servers/${className}`;
  const main = `${folder}/${className}.php`;
  const text = files.get(main)!.toString('utf8');
  if (!text.includes("'0.0.0'")) throw new Error('The extension has no place for its version.');
  files.set(main, Buffer.from(text.replace("'0.0.0'", `'${version}'`)));
  return complete(files, folder);
}

if (import.meta.main) await packageModule('paymenter', paymenterFiles);
