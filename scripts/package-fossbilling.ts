/**
 * Makes the zip of the FOSSBilling module, with the PHP client in it: `npm run package:fossbilling`, or under a name of one's own
 * `npm run package:fossbilling -- --name acme --display-name "Acme Security"`.
 */
import { version } from '../src/installation/version.ts';
import { type Brand, complete, fillIn, type ModuleFiles, moduleFiles, ours, packageModule } from './module-zip.ts';

/** What is unpacked in the folder of FOSSBilling. */
export async function fossbillingFiles(brand: Brand = ours): Promise<ModuleFiles> {
  const source = 'modules/Servicebreakwater';
  const files = await moduleFiles(brand, {
    root: 'integrations/fossbilling',
    folders: [source],
    client: `${source}/client`,
  });
  const folder = `modules/Service${brand.name}`;
  for (const name of ['Service.php', 'manifest.json']) fillIn(files, `${folder}/${name}`, '0.0.0', version);
  return complete(files, folder);
}

if (import.meta.main) await packageModule('fossbilling', fossbillingFiles);
