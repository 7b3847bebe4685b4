import { Reject } from '../row-outcome.ts';
import { type Format, type Placed, type RowReader, UnreadableFile } from './format.ts';
import { LineCount } from './xml-elements.ts';

interface JsonLayout {
  /** Which parts of a zip contain items; all if absent. */
  parts?: RegExp;
  /** Names under which a document has its items: a list of them, or one. Absent: a document is an item, or a list of them. */
  within?: readonly string[];
  /** A longer item is rejected; it is skipped without being kept in memory. */
  longestMib?: number;
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const openBrace = 0x7b;
const isOpening = (byte: number) => byte === openBrace || byte === openBracket;
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;
const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isByteOrderMark = (byte: number) => byte === 0xef || byte === 0xbb || byte === 0xbf;

const strict = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function parseItem(bytes: Buffer): unknown {
  const text = decode(bytes);
  if (text === undefined) return new Reject('not UTF-8');
  // PostgreSQL can store every character except this one.
  if (text.includes('\\u0000')) return new Reject('contains a NUL character');
  try {
    const item: unknown = JSON.parse(text);
    return typeof item === 'object' && item !== null ? item : new Reject('not a JSON object');
  } catch {
    return new Reject('not valid JSON');
  }
}

interface OpenItem {
  start: number;
  line: number;
  /** It begins with no bracket, so a comma or the end of its list ends it. */
  bare: boolean;
  /** It was too long, and its bytes are gone. */
  passedOver: boolean;
}

/** Not a number of open brackets: there are no items here. */
const nowhere = -1;

/** Splits by quotes and brackets only; the parser decides whether an item is valid JSON. */
class ItemReader implements RowReader<unknown> {
  readonly #within: readonly string[] | undefined;
  readonly #longestMib: number;
  readonly #lines = new LineCount();
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #rows: Placed<unknown>[] = [];
  #begun = false;
  #found = false;
  #inString = false;
  #depth = 0;
  /** The number of open brackets where items stand. */
  #level: number;
  #item: OpenItem | undefined;
  /** Where the open string begins, if it may be the name of the items. */
  #nameStart = -1;
  #name = '';

  constructor({ within, longestMib = 1 }: JsonLayout) {
    this.#within = within;
    this.#longestMib = longestMib;
    this.#level = within ? nowhere : 0;
  }

  take(bytes: Buffer): Placed<unknown>[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    this.#rows = [];
    while (this.#at < this.#bytes.length) {
      if (this.#inString) this.#passString();
      else if (this.#item) this.#passItem(this.#item);
      else this.#passBetween(this.#bytes[this.#at] as number);
    }
    if (this.#item && !this.#item.passedOver && this.#isTooLong(this.#item, this.#at)) this.#passOver(this.#item);
    this.#keepRest();
    return this.#rows;
  }

  end(): Placed<unknown>[] {
    if (!this.#begun) throw new UnreadableFile('The file is empty. Download it again.');
    if (this.#depth > 0)
      throw new UnreadableFile('The file ends before its last bracket, so it may be incomplete. Download it again.');
    if (!this.#within || this.#found) return [];
    const names = this.#within.map((name) => JSON.stringify(name)).join(' or ');
    throw new UnreadableFile(`The file has no ${names}. Check that it is a file of this source.`);
  }

  /** An escaped character may come with the next bytes only: then the place to continue is one behind these. */
  #passString(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (; at < bytes.length && this.#inString; at += 1) {
      if (bytes[at] === backslash) at += 1;
      else if (bytes[at] === quote) this.#inString = false;
    }
    this.#at = at;
    if (this.#inString || this.#nameStart < 0) return;
    this.#name = bytes.toString('utf8', this.#nameStart + 1, at - 1);
    this.#nameStart = -1;
  }

  /** To the end of the item, to its next string, or to the end of these bytes. */
  #passItem(item: OpenItem): void {
    const bytes = this.#bytes;
    const level = this.#level;
    let at = this.#at;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === quote) break;
      if (this.#depth === level && (byte === comma || isClosing(byte))) {
        this.#finish(item, at);
        return;
      }
      if (isOpening(byte)) this.#depth += 1;
      else if (isClosing(byte)) this.#depth -= 1;
      if (this.#depth === level && isClosing(byte) && !item.bare) {
        this.#finish(item, at + 1);
        return;
      }
    }
    this.#inString = at < bytes.length;
    this.#at = this.#inString ? at + 1 : at;
  }

  #finish(item: OpenItem, end: number): void {
    this.#at = end;
    this.#item = undefined;
    // A single item is followed by other members of its document.
    if (this.#within && this.#level === 1) this.#level = nowhere;
    if (item.passedOver) return;
    if (this.#isTooLong(item, end)) this.#passOver(item);
    else this.#rows.push({ line: item.line, row: parseItem(this.#bytes.subarray(item.start, end)) });
  }

  #isTooLong({ start }: OpenItem, end: number): boolean {
    return end - start > this.#longestMib * 1024 * 1024;
  }

  #passOver(item: OpenItem): void {
    item.passedOver = true;
    this.#rows.push({ line: item.line, row: new Reject(`longer than ${this.#longestMib} MiB`) });
  }

  #passBetween(byte: number): void {
    if (isBlank(byte) || (!this.#begun && isByteOrderMark(byte))) this.#at += 1;
    else if (this.#depth === 0) this.#passTop(byte);
    else if (this.#depth === this.#level) this.#passInList(byte);
    else this.#passOutside(byte);
  }

  #passTop(byte: number): void {
    if (!(this.#within ? byte === openBrace : isOpening(byte)))
      throw new UnreadableFile('The file is not JSON of the expected form. Check that it is a file of this source.');
    if (this.#within && this.#begun)
      throw new UnreadableFile('The file continues after its last bracket. If it contains several files, split it.');
    this.#begun = true;
    if (this.#within) this.#descend(nowhere);
    else if (byte === openBracket) this.#descend(1);
    else this.#beginItem(byte);
  }

  /** Into a list or an object; items stand there if it is of this level. */
  #descend(level: number): void {
    this.#level = level;
    this.#depth += 1;
    this.#at += 1;
  }

  #passInList(byte: number): void {
    if (isClosing(byte)) {
      this.#depth -= 1;
      this.#level = this.#within ? nowhere : 0;
    } else if (byte !== comma) {
      this.#beginItem(byte);
      return;
    }
    this.#at += 1;
  }

  #beginItem(byte: number): void {
    const line = this.#lines.at(this.#bytes, this.#at);
    const bare = !isOpening(byte);
    this.#item = { start: this.#at, line, bare, passedOver: false };
    if (bare) return;
    this.#depth += 1;
    this.#at += 1;
  }

  /** Members of the document: names, and what is no item. */
  #passOutside(byte: number): void {
    if (isOpening(byte) && this.#depth === 1 && this.#within?.includes(this.#name)) {
      this.#enter(byte);
      return;
    }
    if (byte === quote) {
      this.#inString = true;
      if (this.#depth === 1) this.#nameStart = this.#at;
    } else if (isOpening(byte)) this.#depth += 1;
    else if (isClosing(byte)) this.#depth -= 1;
    this.#at += 1;
  }

  #enter(byte: number): void {
    this.#found = true;
    if (byte === openBracket) this.#descend(2);
    else {
      this.#level = 1;
      this.#beginItem(byte);
    }
  }

  /** Kept for the next bytes. A copy, because a slice would keep the whole buffer in memory. */
  #keepRest(): void {
    const starts = [this.#at, this.#bytes.length];
    if (this.#item && !this.#item.passedOver) starts.push(this.#item.start);
    if (this.#nameStart >= 0) starts.push(this.#nameStart);
    const from = Math.min(...starts);
    this.#lines.drop(this.#bytes, from);
    this.#bytes = Buffer.from(this.#bytes.subarray(from));
    this.#at -= from;
    if (this.#item) this.#item.start -= from;
    if (this.#nameStart >= 0) this.#nameStart -= from;
  }
}

/**
 * The items of JSON documents, parsed one at a time.
 *
 * @example jsonItems({ within: ['records'] }) // the objects of {"records": [{…}, {…}]}
 */
export const jsonItems = ({ parts, ...layout }: JsonLayout = {}): Format<unknown> => ({
  ...(parts ? { parts } : {}),
  open: () => new ItemReader(layout),
});
