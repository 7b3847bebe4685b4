const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'];

/** All texts that result from one typo in a key: a character changed, removed, added, or swapped with the next. */
export function mistakesOf(key: string): string[] {
  const at = [...key].map((_, index) => index);
  const put = (index: number, length: number, text: string) => key.slice(0, index) + text + key.slice(index + length);
  const all = [
    ...at.flatMap((index) => letters.map((letter) => put(index, 1, letter))),
    ...at.map((index) => put(index, 1, '')),
    ...[...at, key.length].flatMap((index) => letters.map((letter) => put(index, 0, letter))),
    ...at.slice(1).map((index) => put(index - 1, 2, `${key[index]}${key[index - 1]}`)),
  ];
  return [...new Set(all)].filter((text) => text !== key);
}
