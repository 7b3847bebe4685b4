import { styleText } from 'node:util';

type Stream = NodeJS.WritableStream;

// Node does not style the text if the stream is not a terminal, or if NO_COLOR is set.
const styled =
  (format: Parameters<typeof styleText>[0]) =>
  (text: string, stream: Stream = process.stdout): string =>
    styleText(format, text, { stream });

/** Emphasis for a terminal; plain text elsewhere. */
export const bold = styled('bold');
export const green = styled('green');
export const red = styled('red');
