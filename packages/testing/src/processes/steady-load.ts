import { Agent, type IncomingMessage, request } from 'node:http';
import { comparable, creditsOf, type Question } from '../data/requests.ts';
import type { Member } from './fleet.ts';
import type { FleetKey } from './fleet-admin.ts';

/** One request as its client saw it; times in ms. */
export interface Asked {
  readonly member: number;
  readonly key: FleetKey;
  readonly question: Question;
  /** How long the client waits for a response (5 s). */
  readonly timeoutMs?: number | undefined;
  /** When the request was due. */
  readonly began: number;
  /** When a connection was free for it; 0: it was never sent. */
  sent: number;
  ended: number;
  /** 0: no complete response arrived. */
  status: number;
  requestId: string;
  retryAfter: string | undefined;
  /** The code of the problem, or why no response arrived. */
  code: string;
  /** For a 200: whether the body is the expected one, byte for byte. */
  isRight: boolean;
  /** What the received response costs. */
  credits: number;
}

const usualTimeoutMs = 5000;

export const now = () => performance.now();

/** Keep-alive connections, used in turns: one that is idle for long is closed by the server, perhaps just as it is used again. */
export const openAgent = (perMember: number) =>
  new Agent({ keepAlive: true, maxSockets: perMember, scheduling: 'fifo' });

function note(asked: Asked, answer: IncomingMessage, body: string): void {
  asked.status = answer.statusCode ?? 0;
  asked.requestId = String(answer.headers['x-request-id']);
  asked.retryAfter = answer.headers['retry-after'];
  if (asked.status !== 200) {
    asked.code = codeOf(body);
    return;
  }
  const { question } = asked;
  asked.isRight = question.isRight?.(body, asked.began) ?? comparable(body) === question.expected;
  asked.credits = asked.isRight ? question.credits : creditsOf[question.operation](body);
}

function codeOf(body: string): string {
  try {
    return String(JSON.parse(body).code);
  } catch {
    return 'not a problem object';
  }
}

/** Sends one request, without a retry and without a request id. Never throws. */
export function ask(agent: Agent, member: Member, asked: Asked): Promise<Asked> {
  const { question, key, timeoutMs = usualTimeoutMs } = asked;
  const { promise, resolve } = Promise.withResolvers<Asked>();
  const end = (code: string) => {
    if (asked.ended > 0) return;
    asked.ended = now();
    asked.code ||= code;
    resolve(asked);
  };
  const headers: Record<string, string | number> = { authorization: `Bearer ${key.key}` };
  if (question.body) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = Buffer.byteLength(question.body);
  }
  const sent = request(member.base + question.path, { agent, method: question.method, headers, timeout: timeoutMs });
  sent.on('socket', () => {
    asked.sent = now();
  });
  sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  sent.on('timeout', () => sent.destroy(new Error('timeout')));
  sent.on('response', (answer) => {
    let body = '';
    answer.setEncoding('utf8');
    answer.on('data', (text) => (body += text));
    answer.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    answer.on('end', () => {
      if (answer.complete) note(asked, answer, body);
      end('');
    });
  });
  sent.end(question.body);
  return promise;
}

export const beginAsked = (facts: Pick<Asked, 'member' | 'key' | 'question' | 'timeoutMs'>): Asked => ({
  ...facts,
  began: now(),
  sent: 0,
  ended: 0,
  status: 0,
  requestId: '',
  retryAfter: undefined,
  code: '',
  isRight: true,
  credits: 0,
});

export interface Load {
  readonly members: readonly Member[];
  readonly questions: readonly Question[];
  /** Requests per second of each key. */
  readonly offers: readonly { key: FleetKey; perSecond: number }[];
  /** Keep-alive connections to all members together (1000). */
  readonly connections?: number;
  /** How long a client waits for a response (5 s). */
  readonly timeoutMs?: number;
}

/** Sends due requests at this interval: a timer per request would cost more than the request. */
const tickMs = 4;
/** So many that a request does not wait for a connection: its latency would be that of the client. */
const usualConnections = 1000;

/** The next member in turn that is up; undefined if none is. */
function inTurn(members: readonly Member[], turn: number): number | undefined {
  for (let step = 0; step < members.length; step += 1) {
    const at = (turn + step) % members.length;
    if (members[at]?.isUp) return at;
  }
  return undefined;
}

/** Sends requests at a constant rate, regardless of responses, until it is stopped. Keeps every request. */
function startLoad({ members, questions, offers, connections = usualConnections, timeoutMs }: Load) {
  const agent = openAgent(Math.ceil(connections / members.length));
  const asked: Asked[] = [];
  const flying = new Set<Promise<unknown>>();
  const began = now();
  function send(key: FleetKey, turn: number): void {
    const at = inTurn(members, turn);
    const member = members[at ?? -1];
    const question = questions[Math.floor(Math.random() * questions.length)];
    if (at === undefined || !member || !question) return;
    const one = beginAsked({ member: at, key, question, timeoutMs });
    asked.push(one);
    const flight: Promise<unknown> = ask(agent, member, one).then(() => flying.delete(flight));
    flying.add(flight);
  }
  // Each key uses the members in turn, starting with different ones.
  const courses = offers.map((offer, at) => ({ ...offer, sent: 0, first: at }));
  const timer = setInterval(() => {
    const seconds = (now() - began) / 1000;
    for (const course of courses) {
      for (; course.sent < seconds * course.perSecond; course.sent += 1) send(course.key, course.first + course.sent);
    }
  }, tickMs);
  return {
    asked: asked as readonly Asked[],
    async stop(): Promise<void> {
      clearInterval(timer);
      await Promise.all(flying);
      agent.destroy();
    },
  };
}

/** Sends requests while the work runs. The work can see the requests so far. */
export async function askDuring(
  load: Load,
  work: (asked: readonly Asked[]) => Promise<void>,
): Promise<readonly Asked[]> {
  const { asked, stop } = startLoad(load);
  try {
    await work(asked);
  } finally {
    await stop();
  }
  return asked;
}

/** What a client should never see: a server error, no response, or a wrong one. */
export const isFailed = ({ status, isRight }: Asked) => status === 0 || status >= 500 || !isRight;

/** As promised where orgdex cannot serve: a 503 that says when to try again. */
export const isRefused = ({ status, retryAfter }: Asked): boolean => status === 503 && retryAfter !== undefined;

/** The number of each outcome, as text. */
export function countOutcomes(asked: readonly Asked[]): string {
  const counts = new Map<string, number>();
  for (const { status, code, isRight } of asked) {
    const outcome = [status || 'no answer', code, isRight ? '' : 'wrong body'].filter(Boolean).join(' ');
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
}
