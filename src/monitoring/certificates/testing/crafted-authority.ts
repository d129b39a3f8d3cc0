import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type KeyName = 'rsa2048' | 'rsa1024' | 'rsa3072' | 'ec256' | 'ec384' | 'ed25519';

const keyOptions: Readonly<Record<KeyName, readonly string[]>> = {
  rsa1024: ['-newkey', 'rsa:1024'],
  rsa2048: ['-newkey', 'rsa:2048'],
  rsa3072: ['-newkey', 'rsa:3072'],
  ec256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  ec384: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  ed25519: ['-newkey', 'ed25519'],
};

export interface CertificateWish {
  readonly commonName: string;
  /** Default `ec256`. */
  readonly key?: KeyName;
  /** A key of its own, under this name; otherwise all certificates with a key of this kind share one. */
  readonly keyOwner?: string;
  /** Who signs; default: the certificate itself. */
  readonly issuer?: Crafted;
  /** In days from now; default −30 and 335. */
  readonly beginsIn?: number;
  readonly endsIn?: number;
  /** Lines of extensions as in openssl.cnf. */
  readonly extensions?: readonly string[];
  readonly digest?: 'sha1' | 'sha256' | 'sha512';
}

export interface Crafted {
  readonly pem: string;
  readonly keyPem: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}

const dayMs = 86_400_000;

/** Makes certificates of any kind with openssl, in a directory of its own. */
export class CraftedAuthority {
  readonly directory = mkdtempSync(join(tmpdir(), 'crafted-certificates-'));
  readonly #nowMs = Date.now();
  #count = 0;

  constructor() {
    writeFileSync(this.#file('index.txt'), '');
    writeFileSync(
      this.#file('ca.cnf'),
      `[ca]\ndefault_ca=own\n[own]\ndatabase=${this.#file('index.txt')}\nnew_certs_dir=${this.directory}\nrand_serial=yes\nunique_subject=no\npolicy=any\n[any]\ncommonName=optional\n`,
    );
  }

  make(wish: CertificateWish): Crafted {
    const { beginsIn = -30, endsIn = 335, extensions = [], digest = 'sha256', key = 'ec256' } = wish;
    const name = `certificate-${this.#count++}`;
    const [certificateFile, extensionFile] = [this.#file(`${name}.pem`), this.#file(`${name}.ext`)];
    const { keyFile, requestFile } = this.#key(key, wish.keyOwner ?? 'shared');
    writeFileSync(extensionFile, extensions.join('\n'));
    const signer = wish.issuer
      ? ['-cert', wish.issuer.certificateFile, '-keyfile', wish.issuer.keyFile]
      : ['-selfsign', '-keyfile', keyFile];
    const dates = ['-startdate', this.#date(beginsIn), '-enddate', this.#date(endsIn)];
    const output = ['-in', requestFile, '-extfile', extensionFile, '-out', certificateFile, '-notext', '-batch'];
    const ed25519 = wish.issuer ? wish.issuer.keyFile.includes('ed25519') : key === 'ed25519';
    openssl([
      'ca',
      ...['-config', this.#file('ca.cnf'), '-md', ed25519 ? 'default' : digest, '-utf8'],
      ...['-subj', `/CN=${wish.commonName}`, '-multivalue-rdn', ...signer, ...dates, ...output],
    ]);
    return {
      certificateFile,
      keyFile,
      pem: readFileSync(certificateFile, 'utf8'),
      keyPem: readFileSync(keyFile, 'utf8'),
    };
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }

  readonly #keys = new Map<string, { keyFile: string; requestFile: string }>();

  #key(kind: KeyName, owner: string): { keyFile: string; requestFile: string } {
    const name = `${kind}-${owner}`;
    const known = this.#keys.get(name);
    if (known) return known;
    const made = { keyFile: this.#file(`${name}.key`), requestFile: this.#file(`${name}.csr`) };
    const output = ['-nodes', '-subj', '/CN=any', '-keyout', made.keyFile, '-out', made.requestFile];
    openssl(['req', ...keyOptions[kind], ...output]);
    this.#keys.set(name, made);
    return made;
  }

  #file(name: string): string {
    return join(this.directory, name);
  }

  #date(days: number): string {
    return new Date(this.#nowMs + days * dayMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  }
}

function openssl(options: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${options.join(' ')}\n${stderr}`);
}
