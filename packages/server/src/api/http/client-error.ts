import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../../core/errors/failure.ts';
import { limits } from './limits.ts';
import { problemHeaders, statusOf, toProblem } from './problem.ts';
import { newRequestId } from './request-id.ts';

/** Fastify types the packet as its JSON form. */
type ClientError = Error & { code: string; rawPacket: unknown };

/** Whether the request line alone exceeds the limit of a URL. */
function isLongRequestLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const end = packet.indexOf('\r\n');
  return end === -1 || end > limits.url;
}

function toFailure({ code, rawPacket }: ClientError): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Failure(isLongRequestLine(rawPacket) ? 'url_too_long' : 'headers_too_large');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Failure('bad_request', { message: 'The request did not arrive completely in time.' });
  }
  return new Failure('bad_request');
}

/** A complete HTTP response, for a socket from which no request could be parsed. */
function toRawAnswer(failure: Failure): string {
  const requestId = newRequestId();
  const body = JSON.stringify(toProblem(failure, requestId));
  const status = statusOf(failure);
  const headers = {
    ...problemHeaders(failure),
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** How long a client may take to read a final response before its connection is destroyed. */
const graceMs = 1000;

/** Sends a final response and releases the connection, even if the client never closes it. */
export function endWith(socket: Socket, failure: Failure): void {
  const timer = setTimeout(() => socket.destroy(), graceMs);
  socket.once('close', () => clearTimeout(timer));
  socket.end(toRawAnswer(failure));
}

/** CONNECT asks a proxy for a tunnel. */
export function rejectConnect(socket: Socket): void {
  socket.on('error', () => {});
  const message = 'CONNECT is not supported: this server is not a proxy.';
  endWith(socket, new Failure('method_not_allowed', { message, headers: { allow: '' } }));
}

/** What Node's own handler of such errors reads too: there are no public names for it. */
interface HttpSocket extends Socket {
  /** The response that is next on this connection. */
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
}

/** Whether the bytes belong to a request that got its response before it was complete. */
const isAnswered = ({ _httpMessage, parser }: HttpSocket): boolean =>
  !_httpMessage && parser?.incoming?.complete === false;

/**
 * Responds with the error object to bytes that are not an HTTP request. Requests before them get their responses first: a client
 * takes the next response for that of its next request.
 */
export function sendClientError(error: ClientError, socket: HttpSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
    socket.destroy();
    return;
  }
  const before = socket._httpMessage;
  if (before?.req.complete) before.once('close', () => sendClientError(error, socket));
  else endWith(socket, toFailure(error));
}
