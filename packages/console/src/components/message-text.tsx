/** A message of the service: what it writes in backquotes is shown as code. */
export const MessageText = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
      at % 2 === 1 ? <code key={at}>{part}</code> : part,
    )}
  </>
);
