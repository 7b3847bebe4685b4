import { setTimeout as sleep } from 'node:timers/promises';

export interface Asked {
  /** The request, so that the test can check the response. */
  question: Question;
  began: number;
  status: number;
  headers: Headers | undefined;
  body: unknown;
  error: string | undefined;
}

export interface Question {
  name: string;
  path: string;
  body?: object;
}

async function ask(base: string, key: string, question: Question): Promise<Asked> {
  const began = Date.now();
  try {
    const response = await fetch(base + question.path, {
      headers: { authorization: `Bearer ${key}`, ...(question.body ? { 'content-type': 'application/json' } : {}) },
      ...(question.body ? { method: 'POST', body: JSON.stringify(question.body) } : {}),
      signal: AbortSignal.timeout(5000),
    });
    const body = await response.json();
    return { question, began, status: response.status, headers: response.headers, body, error: undefined };
  } catch (error) {
    return { question, began, status: 0, headers: undefined, body: undefined, error: String(error) };
  }
}

/** Sends requests at a constant rate, regardless of responses, until it is stopped. Keeps every response. */
export function startLoad(target: { base: string; key: string; perSecond: number; next: () => Question }) {
  const answers: Promise<Asked>[] = [];
  let stopped = false;
  const running = (async () => {
    const began = Date.now();
    for (let count = 0; !stopped; count += 1) {
      const due = began + (1000 * count) / target.perSecond;
      if (due > Date.now()) await sleep(due - Date.now());
      answers.push(ask(target.base, target.key, target.next()));
    }
  })();
  return {
    async stop(): Promise<Asked[]> {
      stopped = true;
      await running;
      return Promise.all(answers);
    },
  };
}
