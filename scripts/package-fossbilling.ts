/**
 * Makes the zip of the FOSSBilling module, with the PHP client in it: `npm run package:fossbilling`, or under a name of one's own
 * `npm run package:fossbilling -- --name acme --display-name "Acme Security"`.
 */
import { readFile } from 'node:fs/promises';
import { version } from '../src/installation/version.ts';
import {
  type Brand,
  brandAsked,
  branded,
  checksums,
  filesOf,
  type ModuleFiles,
  ours,
  requireBrand,
  writeZip,
} from './module-zip.ts';

/** What is unpacked in the folder of FOSSBilling. */
export async function fossbillingFiles(brand: Brand = ours): Promise<ModuleFiles> {
  requireBrand(brand);
  const source = 'modules/Servicebreakwater';
  const files = branded(
    new Map([
      ...(await filesOf(`integrations/fossbilling/${source}`, source)),
      ...(await filesOf('integrations/php-client/src', `${source}/client/src`)),
      ...(await filesOf('integrations/php-client/lang', `${source}/client/lang`)),
      [`${source}/client/autoload.php`, await read('integrations/php-client/autoload.php')],
    ]),
    brand,
  );
  const folder = `modules/Service${brand.name}`;
  for (const name of ['Service.php', 'manifest.json']) {
    const text = files.get(`${folder}/${name}`)!.toString('utf8');
    if (!text.includes('0.0.0')) throw new Error(`${name} has no place for the version.`);
    files.set(`${folder}/${name}`, Buffer.from(text.replace('0.0.0', version)));
  }
  files.set(`${folder}/LICENSE`, await read('LICENSE'));
  return files.set(`${folder}/SHA256SUMS`, checksums(files, folder));
}

async function read(path: string): Promise<Buffer> {
  return readFile(new URL(`../${path}`, import.meta.url));
}

if (import.meta.main) {
  const { out, ...brand } = brandAsked();
  const files = await fossbillingFiles(brand);
  const zip = await writeZip(out, `${brand.name}-fossbilling-${version}.zip`, files);
  console.log(`${zip} (${files.size} files)`);
}
