import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { startPatience } from '../patience.ts';

export interface EngineRequest {
  readonly method: 'GET' | 'POST';
  /** With its query string. */
  readonly path: string;
  readonly body?: object;
}

export interface EngineAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One node of the engine: what is sent to it either comes back in time or fails. */
export interface EngineNode {
  readonly url: string;
  send(request: EngineRequest, timeoutMs: number): Promise<EngineAnswer>;
  close(): void;
}

async function readJson(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** A thin path to one node: the official client cannot be told which node a retry goes to. */
export function openNode(url: string): EngineNode {
  const secure = url.startsWith('https:');
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 128, maxFreeSockets: 64 });
  const request = secure ? httpsRequest : httpRequest;
  const place = urlToHttpOptions(new URL(url));
  const send: EngineNode['send'] = ({ method, path, body }, timeoutMs) =>
    new Promise((resolve, reject) => {
      const bytes = body && Buffer.from(JSON.stringify(body));
      const headers = bytes ? { 'content-type': 'application/json', 'content-length': bytes.length } : {};
      const call = request({ ...place, path, method, agent, headers }, (answer) => {
        readJson(answer).then((json) => resolve({ status: answer.statusCode ?? 0, body: json }), reject);
      });
      const patience = startPatience(timeoutMs, () => call.destroy(new Error(`No answer within ${timeoutMs} ms`)));
      call.on('close', () => patience.stop());
      call.on('error', reject);
      call.end(bytes);
    });
  return { url, send, close: () => agent.destroy() };
}
