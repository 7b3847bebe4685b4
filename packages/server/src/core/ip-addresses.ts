import { BlockList, isIP } from 'node:net';

/** An IP address or network in canonical form. */
export type Address = string & { readonly brand: 'address' };

type Family = 'ipv4' | 'ipv6';
const widest = { ipv4: 32, ipv6: 128 } as const;
/** The length of the prefix before an IPv4 address inside an IPv6 address. */
const mappedBits = 96;

const familyOf = (ip: string): Family => (isIP(ip) === 4 ? 'ipv4' : 'ipv6');

/** The shortest form; an IPv4 address inside an IPv6 address becomes a plain IPv4 address. */
function shorten(ip: string): string {
  if (isIP(ip) === 4) return ip;
  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16BE(Number.parseInt(high, 16), 0);
  bytes.writeUInt16BE(Number.parseInt(low, 16), 2);
  return bytes.join('.');
}

/** The length of the network prefix; undefined if it is not valid. */
function parseBits(text: string, ip: string, short: string): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,2})$/.test(text)) return undefined;
  const isMapped = familyOf(ip) !== familyOf(short);
  const bits = Number(text) - (isMapped ? mappedBits : 0);
  return bits >= 0 && bits <= widest[familyOf(short)] ? bits : undefined;
}

/** Reads `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`; undefined if the text is neither an address nor a network. */
export function parseAddress(text: string): Address | undefined {
  const [ip = '', size, ...rest] = text.trim().toLowerCase().split('/');
  if (isIP(ip) === 0 || ip.includes('%') || rest.length > 0) return undefined;
  const short = shorten(ip);
  if (size === undefined) return short as Address;
  const bits = parseBits(size, ip, short);
  return bits === undefined ? undefined : (`${short}/${bits}` as Address);
}

const lists = new WeakMap<readonly string[], BlockList>();

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    const [ip = '', bits] = address.split('/');
    list.addSubnet(ip, bits === undefined ? widest[familyOf(ip)] : Number(bits), familyOf(ip));
  }
  return list;
}

/** Whether one of these addresses or networks contains this address. */
export function includesAddress(addresses: readonly string[], ip: string): boolean {
  const asked = ip.split('%')[0] ?? '';
  if (isIP(asked) === 0) return false;
  const list = lists.get(addresses) ?? listOf(addresses);
  lists.set(addresses, list);
  const short = shorten(asked);
  return list.check(short, familyOf(short));
}
