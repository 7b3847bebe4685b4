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
