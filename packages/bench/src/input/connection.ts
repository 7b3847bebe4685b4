import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { NaughtyRequest } from './requests.ts';

/** One response, as the bytes of a connection have it. */
export interface RawResponse {
  readonly status: number;
  /** In lower case, as often as sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const bodiless = new Set([204, 304]);

/** The first response of these bytes and where it ends; undefined: it is not complete yet. */
function readResponse(bytes: Buffer): { response: RawResponse; end: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [start = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers = lines.map((line) => {
    const [name = '', value = ''] = line.split(/:(.*)/s);
    return [name.toLowerCase(), value.trim()] as const;
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1]);
  const length = bodiless.has(status) ? 0 : Number(headers.find(([name]) => name === 'content-length')?.[1]);
  if (Number.isNaN(status) || Number.isNaN(length)) throw new Error(`Not a response with a length: ${start}`);
  const end = headEnd + 4 + length;
  if (bytes.length < end) return undefined;
  return { response: { status, headers, body: bytes.toString('utf8', headEnd + 4, end) }, end };
}

function readAll(bytes: Buffer): RawResponse[] {
  const first = bytes.length > 0 ? readResponse(bytes) : undefined;
  return first ? [first.response, ...readAll(bytes.subarray(first.end))] : [];
}

const timeoutMs = 30_000;

/** Sends bytes as they are, one request after the other, over a connection that is opened again when the server closes it. */
export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** All responses of a request that is the last of its connection, or the bytes that came until one was complete. */
  async send(request: NaughtyRequest): Promise<RawResponse[]> {
    // The server may have closed a connection that it kept open, in the same moment.
    return this.#sendOnce(request).then(async (got) => (got.length > 0 ? got : this.#sendOnce(request)));
  }

  close(): void {
    this.#socket?.destroy();
  }

  async #sendOnce({ bytes, isLast }: NaughtyRequest): Promise<RawResponse[]> {
    const socket = await this.#open();
    let received = Buffer.alloc(0);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (!isLast && readResponse(received)) resolve();
    };
    const timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms`)), timeoutMs);
    socket.on('data', onData).once('close', resolve);
    socket.write(bytes);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      socket.off('data', onData).off('close', resolve);
      if (isLast) socket.destroy();
    }
    return readAll(received);
  }

  async #open(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket;
    const socket = connect(this.#port, '127.0.0.1')
      .setNoDelay()
      .on('error', () => {});
    this.#socket = socket;
    await once(socket, 'connect');
    return socket;
  }
}
