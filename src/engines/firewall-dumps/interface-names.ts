/**
 * Who can be behind an interface: behind `public` is the world, by what was said of the server. Else its name tells:
 * `loopback` is the server itself; behind a `private` one are containers, virtual machines or the peers of a tunnel, by the names
 * that the programs give that make them; behind `any` name is everybody. Whether another one faces the world (`unclear`) no
 * name tells, but that it does not where the one that does is known.
 * @param publicInterface the one that faces the world; null: not known
 */
export function whoIsBehind(
  name: string,
  publicInterface: string | null,
): 'loopback' | 'private' | 'any' | 'public' | 'unclear' {
  if (name === 'lo') return 'loopback';
  if (isAnyInterface(name)) return 'any';
  if (publicInterface !== null) return matchesInterface(name, publicInterface) ? 'public' : 'private';
  return privateNames.test(name) ? 'private' : 'unclear';
}

export function isAnyInterface(name: string): boolean {
  return name === '' || name === '*' || name === '+' || name === 'any';
}

const privateNames =
  /^(docker|docker_gwbridge|br-[0-9a-f]{6,12}|veth|virbr|vnet|tun|tap|wg|tailscale|zt|nebula|ppp|ipsec|vti|xfrm|cni|flannel|cali|cilium|lxc|lxcbr|lxdbr|incusbr|podman|vboxnet|vmnet|kube-|nodelocaldns|weave|antrea)/;

/** `eth+` of iptables and `eth*` of nftables stand for all names that begin so. */
export function matchesInterface(pattern: string, name: string): boolean {
  return /[+*]$/.test(pattern) ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
