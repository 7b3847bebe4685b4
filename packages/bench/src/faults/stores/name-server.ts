import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const port = 53;
/** The loopback network has many addresses; port 53 of this one is seldom in use. */
const address = '127.0.53.53';
const headerBytes = 12;
const types = { a: 1 };
const codes = { none: 0, unknownName: 3 };

/** The name of a question, and where it ends. */
function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A response to a question of one name: the address of this machine, nothing, or that the name is unknown. */
function respondTo(message: Buffer, isKnown: (name: string) => boolean): Buffer {
  const { name, end } = readName(message);
  const known = isKnown(name);
  const hasAddress = known && message.readUInt16BE(end) === types.a;
  const header = Buffer.alloc(headerBytes);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known ? codes.none : codes.unknownName), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(hasAddress ? 1 : 0, 6);
  // A pointer to the name, type A, class IN, not to be cached, four bytes.
  const answer = hasAddress
    ? Buffer.from([0xc0, headerBytes, 0, types.a, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
    : Buffer.alloc(0);
  return Buffer.concat([header, message.subarray(headerBytes, end + 4), answer]);
}

/** A resolver that knows some names, all of this machine, until that is changed. Port 53 needs root. */
export async function openNameServer(names: readonly string[]) {
  let [isSilent, isEmpty] = [false, false];
  const socket = createSocket('udp4');
  socket.on('message', (message, { address: to, port: from }) => {
    if (!isSilent)
      socket.send(
        respondTo(message, (name) => !isEmpty && names.includes(name)),
        from,
        to,
      );
  });
  socket.bind(port, address);
  await once(socket, 'listening');
  const become = (silent: boolean, empty: boolean) => () => {
    [isSilent, isEmpty] = [silent, empty];
  };
  return {
    address,
    answer: become(false, false),
    /** Knows no name. */
    deny: become(false, true),
    /** Does not respond. */
    ignore: become(true, false),
    close: () => socket.close(),
  };
}
