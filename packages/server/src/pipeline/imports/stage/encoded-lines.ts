/** A character of a string takes at most three bytes. */
const bytesPerCharacter = 3;

/** Lines of text as bytes. Kept as text, all lines of a step would outlive collections of garbage, and be copied by each. */
export class EncodedLines {
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #length = 0;

  add(line: string): void {
    const needed = this.#length + bytesPerCharacter * line.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(line, this.#length);
  }

  /** Returns the lines so far, in memory of their own, and starts again. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }
}
