import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { startTimeout } from '../../core/async/timeout.ts';

export interface OpenSearchRequest {
  readonly method: 'GET' | 'POST';
  /** With its query string. */
  readonly path: string;
  readonly body?: object;
  /** Instead of a body: one JSON object a line. */
  readonly lines?: readonly object[];
}

export interface OpenSearchAnswer {
  readonly status: number;
  readonly body: unknown;
}

export const isOverloadedOrBroken = ({ status }: OpenSearchAnswer): boolean => status === 429 || status >= 500;

/** One node of OpenSearch: a request to it either returns in time or fails. */
export interface OpenSearchNode {
  readonly url: string;
  /** Closes the connection when the signal fires: then OpenSearch cancels a search, and the pool opens another connection. */
  send(request: OpenSearchRequest, timeoutMs: number, signal?: AbortSignal): Promise<OpenSearchAnswer>;
  close(): void;
}

/** By events: an async iterator took a quarter of the time that such a call costs this process. */
function readText(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('close', () => {
      if (answer.complete) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Error('The connection was closed before the response was complete'));
    });
  });
}

function toBytes({ body, lines }: OpenSearchRequest): Buffer | undefined {
  if (lines) return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return body && Buffer.from(JSON.stringify(body));
}

/** A thin client of one node: the official client cannot choose the node of a retry. */
export function openNode(url: string): OpenSearchNode {
  const secure = url.startsWith('https:');
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 128, maxFreeSockets: 64 });
  const request = secure ? httpsRequest : httpRequest;
  const place = urlToHttpOptions(new URL(url));
  // The address may have a path, behind a proxy.
  const prefix = new URL(url).pathname.replace(/\/+$/, '');
  const send: OpenSearchNode['send'] = (asked, timeoutMs, signal) =>
    new Promise((resolve, reject) => {
      const { method, path, lines } = asked;
      const bytes = toBytes(asked);
      const type = lines ? 'application/x-ndjson' : 'application/json';
      const headers = bytes ? { 'content-type': type, 'content-length': bytes.length } : {};
      const call = request(
        { ...place, path: prefix + path, method, agent, headers, ...(signal && { signal }) },
        (answer) => {
          readText(answer)
            .then((text) => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }))
            .catch(reject);
        },
      );
      const timeout = startTimeout(timeoutMs, () => call.destroy(new Error(`No response within ${timeoutMs} ms`)));
      call.on('close', () => timeout.stop());
      call.on('error', reject);
      call.end(bytes);
    });
  return { url, send, close: () => agent.destroy() };
}
