import type { Format, Placed, RowReader } from './format.ts';

/** Formats by the first character that is not a space; `otherwise` for any other character and for an empty file. */
type Choice<Row> = Readonly<Record<string, Format<Row>>> & { readonly otherwise: Format<Row> };

const byteOrderMark = '\xef\xbb\xbf';
const lead = new RegExp(`^(?:${byteOrderMark})?[ \\t\\r\\n]*`);

/** Empty if these bytes do not contain it yet. */
function firstCharacter(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return text.length < byteOrderMark.length && byteOrderMark.startsWith(text) ? '' : text.replace(lead, '').charAt(0);
}

/** Buffers bytes until they show which format the file has. */
class EitherReader<Row> implements RowReader<Row> {
  readonly #choice: Choice<Row>;
  #held: Buffer = Buffer.alloc(0);
  #reader: RowReader<Row> | undefined;

  constructor(choice: Choice<Row>) {
    this.#choice = choice;
  }

  take(bytes: Buffer): Placed<Row>[] {
    if (this.#reader) return this.#reader.take(bytes);
    this.#held = Buffer.concat([this.#held, bytes]);
    const first = firstCharacter(this.#held);
    if (first === '') return [];
    this.#reader = this.#open(first);
    return this.#reader.take(this.#held);
  }

  end(): Placed<Row>[] {
    if (this.#reader) return this.#reader.end();
    const reader = this.#open('');
    return [...reader.take(this.#held), ...reader.end()];
  }

  #open(first: string): RowReader<Row> {
    const { otherwise } = this.#choice;
    return (Object.hasOwn(this.#choice, first) ? (this.#choice[first] ?? otherwise) : otherwise).open();
  }
}

/**
 * A source whose files have one of several formats.
 *
 * @example either({ '{': jsonLines(columns), otherwise: delimited({ separator: ',', quotes: true, columns }) })
 */
export const either = <Row>(choice: Choice<Row>, zip: Omit<Format<Row>, 'open'> = {}): Format<Row> => ({
  ...zip,
  open: () => new EitherReader(choice),
});
