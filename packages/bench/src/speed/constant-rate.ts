import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server, the requests and the rate. */
export interface ConstantRateOrder {
  readonly base: string;
  /** The file with the requests: see wrk.lua. */
  readonly list: string;
  readonly keys: readonly string[];
  /** Requests per second. */
  readonly perSecond: number;
  readonly seconds: number;
}

export interface ConstantRateResult {
  readonly failed: number;
  readonly latenciesMs: readonly number[];
}

const connections = 64;

/** Sends requests at a constant rate, independent of the responses. Latency counts from the time when a request is due. */
async function load({ base, list, keys, perSecond, seconds }: ConstantRateOrder): Promise<ConstantRateResult> {
  const lines = readFileSync(list, 'utf8').trimEnd().split('\n');
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const latenciesMs: number[] = [];
  let failed = 0;
  const send = (turn: number, dueAt: number) =>
    new Promise<void>((resolve, reject) => {
      const [method, path, body = ''] = (lines[turn % lines.length] as string).split('\t');
      const headers = {
        ...(keys.length > 0 && { authorization: `Bearer ${keys[turn % keys.length]}` }),
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const sent = request(base + path, { agent, method, headers }, (response) => {
        if (response.statusCode !== 200) failed += 1;
        response.resume().once('end', () => {
          latenciesMs.push(performance.now() - dueAt);
          resolve();
        });
      });
      sent.once('error', reject).end(body);
    });
  const began = performance.now() + 10;
  const flights: Promise<void>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const dueAt = began + (turn * 1000) / perSecond;
    // A timer can be 2 ms late, so shorter waits poll instead.
    if (dueAt - performance.now() > 2) await sleep(dueAt - performance.now() - 2);
    while (performance.now() < dueAt) await new Promise(setImmediate);
    flights.push(send(turn, dueAt));
  }
  await Promise.all(flights);
  agent.destroy();
  return { failed, latenciesMs };
}

process.on('message', (order: ConstantRateOrder) => {
  void load(order).then((result) => process.send?.(result, () => process.disconnect()));
});
