import { type Placed, type RowReader, UnreadableFile } from '../../sources/formats/format.ts';

/** A row may be long, or stand behind much that is none; behind more than this there is no hope of one. */
const mostBytesWithoutRow = 8 * 1024 * 1024;

/** The rows of these bytes, as they come. A file that goes on without giving any is refused, however long it is. */
export async function* rowsOf<Row>(
  reader: RowReader<Row>,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Placed<Row>[]> {
  let without = 0;
  let line = 0;
  for await (const chunk of bytes) {
    const rows = reader.take(chunk);
    line = rows.at(-1)?.line ?? line;
    without = rows.length > 0 ? 0 : without + chunk.length;
    if (without > mostBytesWithoutRow) {
      const where = line > 0 ? `After the row on line ${line}` : 'At the beginning';
      throw new UnreadableFile(
        `${where} there are 8 MiB without another row. Is it a file of this kind? Fetch it again.`,
      );
    }
    yield rows;
  }
  yield reader.end();
}
