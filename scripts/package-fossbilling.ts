/** Makes the zip of the FOSSBilling module, with the PHP client in it: `npm run package:fossbilling`. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { version } from '../src/installation/version.ts';
import { checksums, filesOf, type ModuleFiles, writeZip } from './module-zip.ts';

const folder = 'modules/Servicebreakwater';

/** What is unpacked in the folder of FOSSBilling. */
export async function fossbillingFiles(): Promise<ModuleFiles> {
  const files = new Map([
    ...(await filesOf(`integrations/fossbilling/${folder}`, folder)),
    ...(await filesOf('integrations/php-client/src', `${folder}/client/src`)),
    [`${folder}/client/autoload.php`, await read('integrations/php-client/autoload.php')],
    [`${folder}/LICENSE`, await read('LICENSE')],
  ]);
  for (const name of ['Service.php', 'manifest.json']) {
    const source = files.get(`${folder}/${name}`)!.toString('utf8');
    if (!source.includes('0.0.0')) throw new Error(`${name} has no place for the version.`);
    files.set(`${folder}/${name}`, Buffer.from(source.replace('0.0.0', version)));
  }
  return files.set(`${folder}/SHA256SUMS`, checksums(files, folder));
}

async function read(path: string): Promise<Buffer> {
  return readFile(new URL(`../${path}`, import.meta.url));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } });
  const files = await fossbillingFiles();
  const zip = await writeZip(values.out, `breakwater-fossbilling-${version}.zip`, files);
  console.log(`${zip} (${files.size} files)`);
}
