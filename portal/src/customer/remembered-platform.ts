import type { Platform } from './data.ts';

/** The compiler knows all of them; what an older portal stored may be none. */
const platforms: Readonly<Record<Platform, true>> = {
  ufw: true,
  iptables: true,
  aws_sg: true,
  gcp_fw: true,
  azure_nsg: true,
  generic: true,
};

const keyOf = (serverId: string) => `platform ${serverId}`;

/** What the reader chose last for a server in this browser; undefined: nothing yet. */
export function rememberedPlatform(storage: Pick<Storage, 'getItem'>, serverId: string): Platform | undefined {
  const stored = storage.getItem(keyOf(serverId));
  return stored !== null && Object.hasOwn(platforms, stored) ? (stored as Platform) : undefined;
}

export function rememberPlatform(storage: Pick<Storage, 'setItem'>, serverId: string, platform: Platform): void {
  try {
    storage.setItem(keyOf(serverId), platform);
  } catch {
    // A full or forbidden storage costs a tap at the next alert, and nothing else.
  }
}
