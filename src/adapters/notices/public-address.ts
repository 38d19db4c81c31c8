import { BlockList, isIPv4 } from 'node:net';

/** Addresses of no public host. https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** The parts of 2000::/3 that lead somewhere else. https://www.iana.org/assignments/iana-ipv6-special-registry */
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const notPublic = new BlockList();
for (const [address, length] of NOT_PUBLIC_4) notPublic.addSubnet(address, length, 'ipv4');
for (const [address, length] of NOT_PUBLIC_6) notPublic.addSubnet(address, length, 'ipv6');
/** All of IPv6 that is assigned to public hosts; mapped, translated and local addresses lie outside. */
const unicast6 = new BlockList();
unicast6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address belongs to a host of the public internet, not to this machine or to a network behind it.
 * @param address - as a resolver writes it: IPv4 with dots, or IPv6
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return unicast6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}
