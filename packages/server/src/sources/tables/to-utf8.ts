import { type Encoding, encodingOf, isAscii } from './encoding.ts';

/** Bytes of any encoding as bytes of UTF-8, as they come. */
export class Utf8Bytes {
  #encoding: Encoding;
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  take(bytes: Buffer): Buffer {
    // The beginning of the file was ASCII: the first other character decides.
    if (this.#encoding === 'ascii' && !isAscii(bytes)) this.#encoding = encodingOf(bytes);
    if (this.#encoding === 'ascii' || this.#encoding === 'utf-8') return bytes;
    this.#decoder ??= new TextDecoder(this.#encoding);
    return Buffer.from(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): Buffer {
    return Buffer.from(this.#decoder?.decode() ?? '');
  }

  /** What is wrong with this text, if it was no text of the encoding: these have no such character of their own. */
  faultOf(text: string): string | undefined {
    return this.#decoder && text.includes('\ufffd') ? `holds bytes that are not ${this.#encoding}` : undefined;
  }
}
