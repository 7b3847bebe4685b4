import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { Failure, OperatorError } from '../../core/errors/failure.ts';
import type { SpoolPosition } from '../../stores/postgres/usage/processes.ts';
import type { CountedResponse, SpoolRange } from '../../stores/postgres/usage/usage.ts';
import { DeadProcesses } from './dead-processes.ts';
import { OwnShipping, Shipper } from './ship-own-usage.ts';
import { Spool } from './spool.ts';
import { closeSegments, openSegments, openSpoolFolder, segmentPath, socketPath } from './spool-folder.ts';
import { parseLine, toLine } from './spool-line.ts';
import { readSpool } from './spool-reader.ts';
import { readLiveness, SpoolSocket } from './spool-socket.ts';

const root = mkdtempSync(join(tmpdir(), 'orgdex-spool-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
function newFolder(): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  return folder;
}

const answerOf = (number: number): CountedResponse => ({
  requestId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  at: Date.UTC(2026, 10, 30, 23, 59, 59, 999) + number,
  accountId: 7,
  credits: 1 + (number % 3),
  keyId: 'kabc',
  operation: 'lookUpCompany',
  month: '2026-11-01',
  isLeased: number % 2 === 0,
});
const start = { segment: 0, position: 0 };
const lineBytes = toLine(answerOf(1)).length;
const silent = { info() {}, warn() {}, error() {} };

function readAll(folder: string, from: SpoolPosition = start) {
  const segments = openSegments(folder, 'pa');
  try {
    return readSpool(segments, from);
  } finally {
    closeSegments(segments);
  }
}

describe('a line', () => {
  test('is parsed back unchanged', () => {
    expect(parseLine(toLine(answerOf(1)).trimEnd())).toEqual(answerOf(1));
  });

  test.each(['recruiting', null])('with recorded people and the purpose %s is parsed back unchanged', (purpose) => {
    const recorded = { ...answerOf(1), received: { purpose, people: ['p1', 'p2'] } };
    expect(parseLine(toLine(recorded).trimEnd())).toEqual(recorded);
  });

  test('a part of it is never a complete line', () => {
    const line = toLine(answerOf(1)).trimEnd();
    for (let length = 0; length < line.length; length++) expect(parseLine(line.slice(0, length))).toBeUndefined();
  });

  test('text that PostgreSQL would reject is not a line', () => {
    const fields = JSON.parse(toLine(answerOf(1)));
    const broken = [
      ['x', 0],
      [-1, 1],
      [1e20, 1],
      ['7', 2],
      ['a\0', 3],
      ['2026-13-01', 5],
      ['2026-11-02', 5],
      [1, 6],
    ];
    for (const [value, at] of broken) {
      expect(parseLine(JSON.stringify(fields.with(at as number, value)))).toBeUndefined();
    }
    for (const received of ['p1', [1], ['purpose', 'a\0']])
      expect(parseLine(JSON.stringify([...fields, received]))).toBeUndefined();
  });
});

describe('reading', () => {
  test('a truncated last line is skipped and counted, even when only its end is missing', () => {
    const folder = newFolder();
    writeFileSync(segmentPath(folder, 'pa', 0), toLine(answerOf(1)) + toLine(answerOf(2)).trimEnd());
    writeFileSync(segmentPath(folder, 'pa', 1), toLine(answerOf(3)));
    const { answers, skipped, isLast } = readAll(folder);
    expect(answers).toEqual([answerOf(1), answerOf(3)]);
    expect({ skipped, isLast }).toEqual({ skipped: 1, isLast: true });
  });

  test('garbage between lines is skipped, whatever its length', () => {
    const folder = newFolder();
    const garbage = Buffer.alloc(2_500_000, 0xff);
    writeFileSync(segmentPath(folder, 'pa', 0), toLine(answerOf(1)));
    appendFileSync(segmentPath(folder, 'pa', 0), garbage);
    appendFileSync(segmentPath(folder, 'pa', 0), `\n${toLine(answerOf(2))}`);
    const { answers, skipped } = readAll(folder);
    expect(answers).toEqual([answerOf(1), answerOf(2)]);
    expect(skipped).toBeGreaterThan(0);
  });

  test.each([
    ['an empty segment', start, 1],
    ['a position beyond the end', { segment: 1, position: 99_999 }, 0],
    ['a segment that is counted and not deleted', { segment: 1, position: lineBytes }, 0],
    ['a segment that is gone', { segment: 0, position: 5 }, 1],
  ])('%s is skipped', (_, from, ofSegment1) => {
    const folder = newFolder();
    if (from === start) writeFileSync(segmentPath(folder, 'pa', 0), '');
    writeFileSync(segmentPath(folder, 'pa', 1), toLine(answerOf(1)));
    writeFileSync(segmentPath(folder, 'pa', 3), toLine(answerOf(3)));
    const { answers, next, isLast } = readAll(folder, from);
    expect(answers).toEqual([answerOf(1), answerOf(3)].slice(1 - ofSegment1));
    expect({ next, isLast }).toEqual({ next: { segment: 3, position: lineBytes }, isLast: true });
  });

  test('batches end at a line and are contiguous', () => {
    const folder = newFolder();
    const all = Array.from({ length: 25 }, (_, index) => answerOf(index));
    writeFileSync(segmentPath(folder, 'pa', 0), all.map(toLine).join(''));
    const segments = openSegments(folder, 'pa');
    const found: CountedResponse[] = [];
    for (let from: SpoolPosition = start, isLast = false; !isLast; ) {
      const stretch = readSpool(segments, from, 10);
      found.push(...stretch.answers);
      ({ next: from, isLast } = stretch);
    }
    closeSegments(segments);
    expect(found).toEqual(all);
  });
});

describe('writing', () => {
  test('a full disk makes the spool unwritable, and it recovers in a new file', () => {
    const folder = newFolder();
    const changes: boolean[] = [];
    const spool = new Spool({ folder, id: 'pa', segmentBytes: 1, onChange: (isWritable) => changes.push(isWritable) });
    spool.append(toLine(answerOf(1)));
    symlinkSync('/dev/full', segmentPath(folder, 'pa', 1));
    symlinkSync('/dev/full', segmentPath(folder, 'pa', 2));
    expect(() => spool.append(toLine(answerOf(2)))).toThrow(Failure);
    expect(() => spool.checkWritable()).toThrow('usage_unavailable');
    spool.retry();
    expect(() => spool.append(toLine(answerOf(3)))).toThrow('usage_unavailable');
    spool.retry();
    spool.append(toLine(answerOf(4)));
    expect(readSpool(spool.segments, start).answers).toEqual([answerOf(1), answerOf(4)]);
    expect(changes).toEqual([false, true]);
  });

  test('an unwritable folder fails at startup with a clear message', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(() => openSpoolFolder(join(file, 'spool'))).toThrow(OperatorError);
    expect(() => openSpoolFolder(join(file, 'spool'))).toThrow(/cannot be written.*ORGDEX_HOME/);
    expect(() => socketPath(`/tmp/${'x'.repeat(100)}`, 'pabc')).toThrow(/15 bytes too long/);
  });
});

describe('the socket', () => {
  test('distinguishes running from dead processes, and is recreated when it is removed', async () => {
    const path = join(newFolder(), 'pa.sock');
    expect(await readLiveness(path)).toBe('absent');
    const socket = await SpoolSocket.open(path);
    expect(await readLiveness(path)).toBe('alive');
    rmSync(path);
    await socket.recreateIfMissing();
    expect(await readLiveness(path)).toBe('alive');
    await socket.close();
    expect(await readLiveness(path)).toBe('dead');
  });
});

type Fault = 'none' | 'before' | 'after';

/** Rows and positions, as stored in the database. */
class Positions {
  readonly counted: string[] = [];
  readonly rows = new Map<string, SpoolPosition>();
  fault: Fault = 'none';

  async #do<T>(work: () => T): Promise<T> {
    const { fault } = this;
    this.fault = 'none';
    if (fault === 'before') throw new Error('the database is away');
    const result = work();
    if (fault === 'after') throw new Error('the confirmation was lost');
    return result;
  }

  register = (id: string, from: SpoolPosition) => this.#do(() => void this.rows.set(id, from));
  remove = (id: string) => this.#do(() => void this.rows.delete(id));
  ship = <S extends SpoolRange>(id: string, read: (from: SpoolPosition) => S): Promise<S | undefined> =>
    this.#do(() => {
      const row = this.rows.get(id);
      if (!row) return undefined;
      const stretch = read(row);
      this.counted.push(...stretch.answers.map(({ requestId }) => requestId));
      this.rows.set(id, stretch.next);
      return stretch;
    });
}

/** One machine: processes that write, ship, fail and crash, and the files that they leave. */
class Machine {
  readonly folder = newFolder();
  readonly database = new Positions();
  readonly answered: string[] = [];
  readonly shipper = new Shipper({ usage: this.database, limit: 2 });
  readonly living = new Map<string, { spool: Spool; shipping: OwnShipping }>();
  room = Number.POSITIVE_INFINITY;
  #lines = 0;
  #ids = 0;

  #write = (fd: number, line: string): number => {
    const written = line.slice(0, this.room);
    const isShort = written.length < line.length;
    this.room = Number.POSITIVE_INFINITY;
    if (written) writeSync(fd, written);
    if (isShort && written === '') throw new Error('no space');
    return written.length;
  };

  async start(): Promise<void> {
    const id = `p${String.fromCharCode(97 + (this.#ids++ % 26))}`;
    if (this.living.has(id) || this.database.rows.has(id)) return;
    writeFileSync(socketPath(this.folder, id), '');
    const spool = new Spool({ folder: this.folder, id, segmentBytes: 3 * lineBytes, write: this.#write });
    this.database.fault = 'none';
    await this.database.register(id, spool.end);
    const register = (from: SpoolPosition) => this.database.register(id, from);
    const shipping = new OwnShipping({ spool, shipper: this.shipper, register, onLost() {} });
    this.living.set(id, { spool, shipping });
  }

  pick(number: number) {
    const all = [...this.living.values()];
    return all[number % all.length];
  }

  write(number: number): void {
    const answer = answerOf(this.#lines++);
    try {
      const process = this.pick(number);
      process?.spool.append(toLine(answer));
      if (process) this.answered.push(answer.requestId);
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
    }
  }

  /** The next line is cut there. */
  leaveRoom(bytes: number): void {
    this.room = bytes;
  }

  breakDatabase(fault: Fault): void {
    this.database.fault = fault;
  }

  /** Killed while it writes the first bytes of a line. */
  kill(number: number, bytes: number): void {
    const process = this.pick(number);
    if (!process) return;
    const fd = process.spool.segments.at(-1)?.fd;
    if (fd !== undefined) writeSync(fd, toLine(answerOf(999_999)).slice(0, bytes));
    process.spool.seal();
    process.spool.close();
    this.living.delete(process.spool.id);
  }

  orphans(): DeadProcesses {
    return new DeadProcesses({
      folder: this.folder,
      ownId: '',
      shipper: this.shipper,
      readLiveness: async (path) =>
        [...this.living.keys()].some((id) => path.endsWith(`/${id}.sock`)) ? 'alive' : 'dead',
      remove: this.database.remove,
      log: silent,
    });
  }
}

type Step = (machine: Machine) => unknown;
const refused = () => {};
const which = fc.nat(3);
const bytes = fc.nat(lineBytes - 1);
const named = (name: string, step: Step): Step => Object.assign(step, { toString: () => name });
const steps: fc.Arbitrary<Step>[] = [
  fc.constant(named('start', (m) => m.start())),
  which.map((n) => named(`write ${n}`, (m) => m.write(n))),
  fc.tuple(which, fc.nat(8)).map(([n, times]) =>
    named(`write ${n} ${times} times`, (m) => {
      for (let i = 0; i < times; i++) m.write(n);
    }),
  ),
  bytes.map((room) => named(`room for ${room} bytes`, (m) => m.leaveRoom(room))),
  which.map((n) => named(`retry ${n}`, (m) => m.pick(n)?.spool.retry())),
  which.map((n) => named(`ship ${n}`, (m) => m.pick(n)?.shipping.flush().catch(refused))),
  which.map((n) =>
    named(`ship ${n} twice`, (m) =>
      Promise.all([m.pick(n)?.shipping.flush().catch(refused), m.pick(n)?.shipping.flush().catch(refused)]),
    ),
  ),
  fc.constantFrom<Fault>('before', 'after').map((fault) => named(`fault ${fault}`, (m) => m.breakDatabase(fault))),
  fc.tuple(which, bytes).map(([n, torn]) => named(`kill ${n} after ${torn} bytes`, (m) => m.kill(n, torn))),
  fc.constant(named('adopt', (m) => m.orphans().sweep().catch(refused))),
  fc.constant(
    named('adopt twice', (m) => Promise.all([m.orphans().sweep().catch(refused), m.orphans().sweep().catch(refused)])),
  ),
];

test('whatever fails or crashes, each response that was sent is counted once, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...steps), { maxLength: 25, size: 'max' }), async (sequence) => {
      const machine = new Machine();
      await machine.start();
      for (const step of sequence) await step(machine);
      while (machine.living.size > 0) machine.kill(0, 0);
      machine.database.fault = 'none';
      await machine.orphans().sweep();
      expect(machine.database.counted.toSorted()).toEqual(machine.answered.toSorted());
      expect([...machine.database.rows.keys(), ...readdirSync(machine.folder)]).toEqual([]);
      rmSync(machine.folder, { recursive: true });
    }),
    { numRuns: 2500 },
  );
});

test('an unregistered process counts nothing twice', async () => {
  const machine = new Machine();
  await machine.start();
  for (let line = 0; line < 5; line++) machine.write(0);
  await machine.pick(0)?.shipping.flush();
  machine.write(0);
  await machine.database.remove('pa');
  machine.database.fault = 'before';
  await machine.pick(0)?.shipping.flush().catch(refused);
  await machine.pick(0)?.shipping.flush();
  machine.write(0);
  machine.database.fault = 'after';
  await machine.pick(0)?.shipping.flush().catch(refused);
  await machine.pick(0)?.shipping.flush();
  // The line of which it is unknown whether it was counted is not counted.
  expect(machine.database.counted).toEqual(machine.answered.toSpliced(5, 1));
  closeSegments(machine.pick(0)?.spool.segments ?? []);
});
