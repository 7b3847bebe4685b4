/** One spelling of an address, for the hash by which an opt-out finds it; undefined when it is no address. */
export function normaliseEmail(text: string): string | undefined {
  const address = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  return /^[^\s@]+@[^\s@]+$/u.test(address) ? address : undefined;
}
