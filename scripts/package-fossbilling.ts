/**
 * Makes the zip of the FOSSBilling module, with the PHP client in it: `npm run package:fossbilling`, or under a name of one's own
 * `npm run package:fossbilling -- --name acme --display-name "Acme Security"`.
 */
import { version } from '../src/installation/version.ts';
import {
  type Brand,
  branded,
  clientFiles,
  complete,
  filesOf,
  type ModuleFiles,
  ours,
  packageModule,
  requireBrand,
} from './module-zip.ts';

/** What is unpacked in the folder of FOSSBilling. */
export async function fossbillingFiles(brand: Brand = ours): Promise<ModuleFiles> {
  requireBrand(brand);
  const source = 'modules/Servicebreakwater';
  const files = branded(
    new Map([
      ...(await filesOf(`integrations/fossbilling/${source}`, source)),
      ...(await clientFiles(`${source}/client`)),
    ]),
    brand,
  );
  const folder = `modules/Service${brand.name}`;
  for (const name of ['Service.php', 'manifest.json']) {
    const text = files.get(`${folder}/${name}`)!.toString('utf8');
    if (!text.includes('0.0.0')) throw new Error(`${name} has no place for the version.`);
    files.set(`${folder}/${name}`, Buffer.from(text.replace('0.0.0', version)));
  }
  return complete(files, folder);
}

if (import.meta.main) await packageModule('fossbilling', fossbillingFiles);
