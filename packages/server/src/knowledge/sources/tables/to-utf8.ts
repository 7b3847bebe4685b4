import { type Encoding, encodingOf, isAscii } from './encoding.ts';

/** Converts bytes of any encoding to UTF-8 as a stream. */
export class Utf8Bytes {
  #encoding: Encoding;
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  take(bytes: Buffer): Buffer {
    // The file was ASCII so far: the first other character determines the encoding.
    if (this.#encoding === 'ascii' && !isAscii(bytes)) this.#encoding = encodingOf(bytes);
    if (this.#encoding === 'ascii' || this.#encoding === 'utf-8') return bytes;
    this.#decoder ??= new TextDecoder(this.#encoding);
    return Buffer.from(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): Buffer {
    return Buffer.from(this.#decoder?.decode() ?? '');
  }

  /**
   * What is wrong with this text if it is not valid in the encoding. None of these encodings contains U+FFFD itself.
   */
  faultOf(text: string): string | undefined {
    return this.#decoder && text.includes('\ufffd') ? `contains bytes that are not ${this.#encoding}` : undefined;
  }
}
