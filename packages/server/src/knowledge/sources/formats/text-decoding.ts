/** The text of a line, as far as it could be decoded, and what is wrong with it. */
export interface Decoded {
  text: string;
  fault?: string;
}

/** Turns the bytes of one line into text. */
export type Decode = (bytes: Buffer) => Decoded;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const strictShiftJis = new TextDecoder('shift_jis', { fatal: true });
const shiftJis = new TextDecoder('shift_jis');

function isOf(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export const decodeUtf8: Decode = (bytes) => {
  const text = bytes.toString('utf8');
  // This character appears only if bytes cannot be decoded or already contained it: all other lines need no second check.
  return text.includes('\ufffd') && !isOf(strictUtf8, bytes) ? { text, fault: 'not UTF-8' } : { text };
};

const decodeShiftJis: Decode = (bytes) => {
  const text = shiftJis.decode(bytes);
  return text.includes('\ufffd') && !isOf(strictShiftJis, bytes) ? { text, fault: 'not Shift_JIS' } : { text };
};

/**
 * For one file, in UTF-8 or in the Shift_JIS of Windows (CP932). The first line that is valid in one of them, and not
 * only ASCII, decides the encoding of the rest.
 */
export function utf8OrShiftJis(): Decode {
  let decided: Decode | undefined;
  return (bytes) => {
    if (decided) return decided(bytes);
    const line = decodeUtf8(bytes);
    if (!line.fault) {
      if (line.text.length < bytes.length) decided = decodeUtf8;
      return line;
    }
    const japanese = decodeShiftJis(bytes);
    if (japanese.fault) return line;
    decided = decodeShiftJis;
    return japanese;
  };
}
