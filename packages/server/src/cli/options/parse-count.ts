import { InvalidArgumentError } from 'commander';

const parseFrom = (least: number) => (text: string) => {
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < least)
    throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
  return Number(text);
};

/** A whole number from 0. */
export const parseCount = parseFrom(0);
/** A whole number from 1. */
export const parsePositive = parseFrom(1);
