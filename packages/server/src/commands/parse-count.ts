import { InvalidArgumentError } from 'commander';

const parseFrom = (least: number) => (text: string) => {
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < least) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
};

/** A whole number as an argument; 0 too. */
export const parseCount = parseFrom(0);
/** The same from 1 on. */
export const parsePositive = parseFrom(1);
