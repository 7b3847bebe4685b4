import { closeSync, openSync, writeSync } from 'node:fs';

const chunkLength = 1 << 16;

/** A text file that is written in chunks. */
export class TextFile {
  readonly #file: number;
  #text: string;

  constructor(path: string, header: string) {
    this.#file = openSync(path, 'w');
    this.#text = header;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= chunkLength) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#text);
    this.#text = '';
  }
}
