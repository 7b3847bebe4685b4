import { Reject } from '../row-outcome.ts';
import { type Format, type Placed, type RowReader, UnreadableFile } from './format.ts';

interface XmlLayout {
  /** Which parts of a zip contain rows. */
  parts: RegExp;
  root: string;
  /** The elements that are rows: children of the root. */
  element: string;
}

/** A longer element is rejected; it is skipped without being kept in memory. */
const longestElement = 1024 * 1024;

const lt = 0x3c;
const gt = 0x3e;
const slash = 0x2f;
const dash = 0x2d;
const bracket = 0x5b;
const question = 0x3f;
const exclamation = 0x21;
const bang = Buffer.from('<!');
const isBlank = (byte: number | undefined) => byte === 0x0a || byte === 0x20 || byte === 0x0d || byte === 0x09;

/** What may hide a tag, and how it ends. */
const asides: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];
const headOfAside = '<![CDATA['.length;
const doctype = Buffer.from('<!DOCTYPE');

function asideAt(bytes: Buffer, at: number): (typeof asides)[number] | undefined {
  // Nearly every position is not a tag, and creating strings is expensive.
  const [second, third] = [bytes[at + 1], bytes[at + 2]];
  if (second !== question && !(second === exclamation && (third === dash || third === bracket))) return undefined;
  const head = bytes.toString('latin1', at, at + headOfAside);
  return asides.find(([begin]) => head.startsWith(begin));
}

function toRow(bytes: Buffer, start: number, end: number): string | Reject {
  if (end - start > longestElement) return new Reject('longer than 1 MiB');
  const text = bytes.toString('utf8', start, end);
  // The decoder writes this character in place of invalid bytes.
  if (text.includes('\uFFFD')) return new Reject('not UTF-8');
  return text.includes('\0') ? new Reject('contains a NUL character') : text;
}

/** Splits at end tags without parsing: most rows of a register are skipped after a quick look at their text. */
class ElementReader implements RowReader<string> {
  readonly #root: string;
  readonly #openRoot: Buffer;
  readonly #closeRoot: Buffer;
  readonly #open: Buffer;
  readonly #close: Buffer;
  /** This many bytes distinguish all kinds of markup. */
  readonly #headLength: number;
  readonly #lines = new LineCount();
  #place: 'start' | 'before root' | 'inside' | 'after root' = 'start';
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #rows: Placed<string>[] = [];
  /** Markup that is being skipped, however long: how it ends, and the row that it produces. */
  #passing: { until: string; row?: Placed<string> } | undefined;
  /** How far the previous bytes were searched for the end of the open element. */
  #sought = 0;
  #nextBang = -1;

  constructor({ root, element }: XmlLayout) {
    this.#root = root;
    this.#openRoot = Buffer.from(`<${root}`);
    this.#closeRoot = Buffer.from(`</${root}`);
    this.#open = Buffer.from(`<${element}`);
    this.#close = Buffer.from(`</${element}`);
    this.#headLength = Math.max(headOfAside, root.length + 3, element.length + 3);
  }

  take(bytes: Buffer): Placed<string>[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    return this.#read(false);
  }

  end(): Placed<string>[] {
    const rows = this.#read(true);
    if (this.#place === 'inside')
      throw new UnreadableFile(`The file ends before </${this.#root}>, so it may be incomplete. Download it again.`);
    if (this.#place !== 'after root')
      throw new UnreadableFile(`The file is empty: expected XML with <${this.#root}>. Download it again.`);
    return rows;
  }

  #read(last: boolean): Placed<string>[] {
    this.#rows = [];
    this.#at = 0;
    this.#nextBang = -1;
    while (this.#passing ? this.#pass(this.#passing) : this.#step(last));
    this.#lines.drop(this.#bytes, this.#at);
    // A copy, because a slice would keep the whole buffer in memory.
    this.#bytes = Buffer.from(this.#bytes.subarray(this.#at));
    return this.#rows;
  }

  /** Moves to the end of the skipped markup; false if these bytes do not contain it. */
  #pass({ until, row }: { until: string; row?: Placed<string> }): boolean {
    const found = this.#bytes.indexOf(until, this.#at);
    if (found < 0) {
      this.#at = Math.max(this.#at, this.#bytes.length - until.length + 1);
      return false;
    }
    if (row) this.#rows.push(row);
    this.#at = found + until.length;
    this.#passing = undefined;
    return true;
  }

  /** Moves past the next markup; false if these bytes do not contain all of it. */
  #step(last: boolean): boolean {
    const bytes = this.#bytes;
    if (this.#place === 'start' && !this.#begin(last)) return false;
    let at = this.#at;
    while (isBlank(bytes[at])) at += 1;
    this.#at = at;
    if (bytes[at] !== lt) this.#passText();
    const left = bytes.length - this.#at;
    if (left === 0 || (left < this.#headLength && !last)) return false;
    return this.#isTag(this.#open) && this.#place === 'inside' ? this.#element() : this.#markup();
  }

  #begin(last: boolean): boolean {
    if (this.#bytes.length < 3 && !last) return false;
    this.#place = 'before root';
    if (this.#bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf') this.#at = 3;
    return true;
  }

  #passText() {
    if (this.#at === this.#bytes.length) return;
    if (this.#place === 'before root') throw this.#otherRoot();
    const next = this.#bytes.indexOf(lt, this.#at);
    this.#at = next < 0 ? this.#bytes.length : next;
  }

  #isTag(begin: Buffer): boolean {
    for (let i = 1; i < begin.length; i += 1) if (this.#bytes[this.#at + i] !== begin[i]) return false;
    const next = this.#bytes[this.#at + begin.length];
    return next === gt || next === slash || isBlank(next);
  }

  #otherRoot(): UnreadableFile {
    return new UnreadableFile(
      `The file does not begin with <${this.#root}>. Check that it is an XML file of this source.`,
    );
  }

  /** Everything that is not a row: comments, the tags of the root, other elements. */
  #markup(): boolean {
    const aside = asideAt(this.#bytes, this.#at);
    if (aside) this.#at += aside[0].length;
    else this.#passTag();
    this.#passing = { until: aside?.[1] ?? '>' };
    return true;
  }

  #passTag() {
    if (this.#isTag(doctype)) {
      throw new UnreadableFile(
        'The file declares a document type, which is not allowed because it can expand without limit. Download the file from its publisher.',
      );
    }
    if (this.#place === 'after root') {
      throw new UnreadableFile(`The file continues after </${this.#root}>. If it contains several files, split it.`);
    }
    if (this.#place === 'before root' && !this.#isTag(this.#openRoot)) throw this.#otherRoot();
    this.#place = this.#isTag(this.#closeRoot) ? 'after root' : 'inside';
    this.#at += 1;
  }

  #element(): boolean {
    const start = this.#at;
    const end = this.#endOf(start);
    if (end < 0 && this.#bytes.length - start <= longestElement) return false;
    const line = this.#lines.at(this.#bytes, start);
    this.#sought = 0;
    if (end < 0) {
      this.#passing = { until: this.#close.toString(), row: { line, row: new Reject('longer than 1 MiB') } };
      return true;
    }
    this.#rows.push({ line, row: toRow(this.#bytes, start, end) });
    this.#at = end;
    return true;
  }

  /** The position after the element that begins here; -1 if these bytes do not contain its end. */
  #endOf(start: number): number {
    const bytes = this.#bytes;
    const tagEnd = bytes.indexOf(gt, start);
    if (bytes[tagEnd - 1] === slash) return tagEnd + 1;
    let end = bytes.indexOf(this.#close, start + this.#sought);
    while (end >= 0) {
      const hidden = this.#bangFrom(start + this.#sought);
      const past = hidden < end ? this.#pastBang(hidden) : end + this.#close.length;
      if (hidden >= end && bytes[past] === gt) return past + 1;
      if (hidden >= end && isBlank(bytes[past])) return bytes.indexOf(gt, past) + 1 || -1;
      if (past < 0 || past >= bytes.length) return -1;
      this.#sought = past - start;
      if (past > end) end = bytes.indexOf(this.#close, past);
    }
    return -1;
  }

  /** The next "<!" from here; most files have none, so it is searched for once and not for each element. */
  #bangFrom(from: number): number {
    if (this.#nextBang >= from) return this.#nextBang;
    const found = this.#bytes.indexOf(bang, from);
    this.#nextBang = found < 0 ? this.#bytes.length : found;
    return this.#nextBang;
  }

  #pastBang(at: number): number {
    const aside = asideAt(this.#bytes, at);
    if (!aside) return at + bang.length;
    const end = this.#bytes.indexOf(aside[1], at + aside[0].length);
    return end < 0 ? -1 : end + aside[1].length;
  }
}

/** Rows that are the children of the root of an XML file, as text. */
export const xmlElements = (layout: XmlLayout): Format<string> => ({
  parts: layout.parts,
  open: () => new ElementReader(layout),
});

const newline = 0x0a;
/** Lines shorter than this are counted byte by byte: cheaper than a search for each. */
const shortLine = 64;

/** Counts lines along the bytes of a file, each byte once. */
export class LineCount {
  #line = 1;
  #counted = 0;

  /** The line number of a byte; positions must be requested in ascending order. */
  at(bytes: Buffer, place: number): number {
    let counted = this.#counted;
    let line = this.#line;
    let near = counted + shortLine;
    while (counted < place) {
      if (bytes[counted] === newline) {
        line += 1;
        near = counted + shortLine;
      }
      counted += 1;
      if (counted < near) continue;
      const next = bytes.indexOf(newline, counted);
      counted = next < 0 ? bytes.length : next;
      near = counted + shortLine;
    }
    this.#counted = counted;
    this.#line = line;
    return line;
  }

  /** Discards the bytes before this position; the next bytes begin there. */
  drop(bytes: Buffer, place: number) {
    this.at(bytes, place);
    this.#counted -= place;
  }
}
