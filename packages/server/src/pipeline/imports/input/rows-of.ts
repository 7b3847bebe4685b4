import { type Placed, type RowReader, UnreadableFile } from '../../../knowledge/sources/formats/format.ts';

/** A row may be long, or follow bytes without rows. After more than this, no row is expected. */
const maxBytesWithoutRow = 8 * 1024 * 1024;

/** The rows of a stream of bytes. A stream with too many bytes without a row is rejected, however long it is. */
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
    if (without > maxBytesWithoutRow) {
      const where = line > 0 ? `After the row on line ${line}` : 'At the beginning';
      throw new UnreadableFile(
        `${where} there are 8 MiB without another row. Check that it is a file of this kind, or download it again.`,
      );
    }
    yield rows;
  }
  yield reader.end();
}
