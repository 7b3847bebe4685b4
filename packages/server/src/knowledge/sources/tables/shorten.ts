const maxWidth = 40;

export const shorten = (text: string): string => (text.length > maxWidth ? `${text.slice(0, maxWidth - 1)}…` : text);
