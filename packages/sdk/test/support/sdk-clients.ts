import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Orgdex } from '../../src/index.ts';
import type { BehaviorCall, Outcome } from '../behavior/behavior-case.ts';
import { outcomeOf, plain } from '../behavior/run-case.ts';
import { findPythons, type Program, pythonEnvironment, root } from './tools.ts';

/** A client of one of the SDKs, which makes the calls that a test describes. */
export interface SdkClient {
  call(call: BehaviorCall): Promise<Outcome>;
  close(): Promise<void>;
}

function openTypescript(url: string, key: string): SdkClient {
  const client = new Orgdex({ url, key });
  return { call: async (call) => plain(await outcomeOf(client, call)), close: async () => {} };
}

/** A Python program that reads a call from each line, and writes its outcome. */
function openPython(kind: 'sync' | 'async'): (url: string, key: string) => SdkClient {
  return (url, key) => {
    const { path } = findPythons().at(-1) as Program;
    const args = [join(root, 'python/tests/behavior.py'), kind, url, '--key', key];
    const child = spawn(path, args, { env: pythonEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      async call(call) {
        child.stdin.write(`${JSON.stringify(call)}\n`);
        const { value, done } = await lines.next();
        if (done) throw new Error(`Python ended at ${call.do}.`);
        return JSON.parse(value);
      },
      async close() {
        child.stdin.end();
        if (child.exitCode === null) await once(child, 'close');
      },
    };
  };
}

/** Every kind of client. */
export const sdkClients: readonly { name: string; open: (url: string, key: string) => SdkClient }[] = [
  { name: 'typescript', open: openTypescript },
  { name: 'python-sync', open: openPython('sync') },
  { name: 'python-async', open: openPython('async') },
];
