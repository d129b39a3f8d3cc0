/**
 * Makes the zip of the Paymenter extension, with the PHP client in it: `npm run package:paymenter`, or under a name of one's own
 * `npm run package:paymenter -- --name acme --display-name "Acme Security"`.
 */
import { version } from '../src/installation/version.ts';
import {
  type Brand,
  classNameOf,
  complete,
  fillIn,
  type ModuleFiles,
  moduleFiles,
  ours,
  packageModule,
} from './module-zip.ts';

/** What is unpacked in the folder of Paymenter. */
export async function paymenterFiles(brand: Brand = ours): Promise<ModuleFiles> {
  const source = 'extensions/Servers/Breakwater';
  const files = await moduleFiles(brand, {
    root: 'integrations/paymenter',
    folders: [source],
    client: `${source}/client`,
  });
  const className = classNameOf(brand.name);
  const folder = `extensions/Servers/${className}`;
  fillIn(files, `${folder}/${className}.php`, "'0.0.0'", `'${version}'`);
  return complete(files, folder);
}

if (import.meta.main) await packageModule('paymenter', paymenterFiles);
