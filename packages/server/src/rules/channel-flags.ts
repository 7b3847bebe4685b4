import { type ChannelFlag, channelFlags } from '@orgdex/contract';

export const flagBit = (flag: ChannelFlag): number => 1 << channelFlags.indexOf(flag);

/** The flags by name, from their number. */
export const toFlags = (flags: number): Record<ChannelFlag, boolean> =>
  Object.fromEntries(channelFlags.map((flag) => [flag, (flags & flagBit(flag)) !== 0])) as Record<ChannelFlag, boolean>;
