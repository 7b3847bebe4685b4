import { type ChannelFlag, channelFlags } from '@orgdex/contract';

export const flagBit = (flag: ChannelFlag): number => 1 << channelFlags.indexOf(flag);

/** The names of the flags that are set in a number. */
export const toFlags = (flags: number): Record<ChannelFlag, boolean> =>
  Object.fromEntries(channelFlags.map((flag) => [flag, (flags & flagBit(flag)) !== 0])) as Record<ChannelFlag, boolean>;
