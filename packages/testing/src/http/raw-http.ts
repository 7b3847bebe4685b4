import { connect } from 'node:net';

export interface RawAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return { statusCode: Number(start.split(' ')[1]), headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}

/** All responses in the bytes of a connection, each of which has a length. */
export function parseAnswers(bytes: string): RawAnswer[] {
  if (bytes === '') return [];
  const { headers } = parseAnswer(bytes);
  const end = bytes.indexOf('\r\n\r\n') + 4 + Number(headers['content-length']);
  if (!(end > 0 && end <= bytes.length)) throw new Error(`Not a complete response: ${bytes.slice(0, 500)}`);
  return [parseAnswer(bytes.slice(0, end)), ...parseAnswers(bytes.slice(end))];
}

/** Sends bytes unchanged, and reads until the server closes. */
export function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString('utf8'))));
  });
}
