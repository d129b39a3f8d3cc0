/**
 * Makes the zip of the WHMCS module, with the PHP client in it: `npm run package:whmcs`, or under a name of one's own
 * `npm run package:whmcs -- --name acme --display-name "Acme Security" --portal https://security.acme.example --support-email help@acme.example`.
 */
import { version } from '../src/installation/version.ts';
import { type Brand, complete, fillIn, type ModuleFiles, moduleFiles, ours, packageModule } from './module-zip.ts';

/** What is unpacked in the folder of WHMCS. */
export async function whmcsFiles(brand: Brand = ours): Promise<ModuleFiles> {
  const source = 'modules/servers/breakwater';
  const files = await moduleFiles(brand, {
    root: 'integrations/whmcs',
    folders: [source, 'modules/addons/breakwater'],
    client: `${source}/lib/client`,
  });
  const folder = `modules/servers/${brand.name}`;
  fillIn(files, `${folder}/lib/Module.php`, "VERSION = 'source'", `VERSION = '${version}'`);
  const description = JSON.parse(files.get(`${folder}/whmcs.json`)!.toString('utf8'));
  files.set(
    `${folder}/whmcs.json`,
    Buffer.from(`${JSON.stringify({ ...description, ...supportBy(brand) }, null, 2)}\n`),
  );
  return complete(files, folder);
}

/** What the list of modules links to. */
function supportBy({ portal, supportEmail }: Brand): object {
  const links = portal === undefined ? {} : { homepage: portal, docs_url: `${portal.replace(/\/$/, '')}/docs/whmcs` };
  const support = { ...links, ...(supportEmail === undefined ? {} : { email: supportEmail }) };
  return Object.keys(support).length === 0 ? {} : { support };
}

if (import.meta.main) await packageModule('whmcs', whmcsFiles);
